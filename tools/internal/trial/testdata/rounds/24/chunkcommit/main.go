// truth: double-release line 77 callee

// Command chunkcommit assembles uploaded chunks and commits those whose digest
// is right.
package main

import (
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Chunk struct {
	Offset int64
	Digest string
	Data   []byte
}

func (c *Chunk) Reset() { c.Offset, c.Digest, c.Data = 0, "", c.Data[:0] }

var chunks rcpool.Pool[Chunk]

var (
	errDigest  = errors.New("digest does not match")
	errOverlap = errors.New("chunk overlaps")
)

type volume struct {
	mu   sync.Mutex
	size int64
	data map[int64]rcpool.Ref[Chunk]
}

func digest(data []byte) string {
	sum := sha1.Sum(data)
	return hex.EncodeToString(sum[:])
}

// admit checks a chunk and adds it.
func (v *volume) admit(ref rcpool.Ref[Chunk]) error {
	c := ref.Value()
	if got := digest(c.Data); got != c.Digest {
		ref.Release()
		return fmt.Errorf("%w: %.8s", errDigest, got)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if _, ok := v.data[c.Offset]; ok {
		ref.Release()
		return errOverlap
	}
	v.data[c.Offset] = ref
	v.size += int64(len(c.Data))
	return nil
}

type upload struct {
	offset int64
	body   string
	digest string
}

func (v *volume) receive(u upload) (err error) {
	ref := chunks.Get()
	c := ref.Value()
	c.Offset, c.Digest = u.offset, u.digest
	c.Data = append(c.Data, u.body...)
	if len(c.Data) == 0 {
		ref.Release()
		return errors.New("chunk is empty")
	}
	if err := v.admit(ref); err != nil {
		ref.Release()
		return fmt.Errorf("chunk at %d: %w", u.offset, err)
	}
	return nil
}

func (v *volume) close() {
	v.mu.Lock()
	defer v.mu.Unlock()
	for offset, ref := range v.data {
		ref.Release()
		delete(v.data, offset)
	}
}

func handle(v *volume, u upload) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal error: %v", r.(error))
		}
	}()
	return v.receive(u)
}

func main() {
	v := &volume{data: make(map[int64]rcpool.Ref[Chunk])}
	defer v.close()
	for i := range 5 {
		body := fmt.Sprintf("body of chunk %d", i)
		u := upload{int64(i%4) * 64, body, digest([]byte(body))}
		if i == 2 {
			u.digest = "0000"
		}
		if err := handle(v, u); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(len(v.data), "chunks", v.size, "bytes")
}
