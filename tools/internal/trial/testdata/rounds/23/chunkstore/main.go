// truth: correct

// Command chunkstore cuts a stream into chunks by content and stores each one once.
package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"strings"
	"sync"
)

const (
	minClass = 6
	classes  = 6
)

var pools [classes]sync.Pool

// lease returns a slice of length 0 with room for n bytes.
func lease(n int) *[]byte {
	class := max(bits.Len(uint(n-1)), minClass) - minClass
	if class >= classes {
		b := make([]byte, 0, n)
		return &b
	}
	if b, ok := pools[class].Get().(*[]byte); ok {
		return b
	}
	b := make([]byte, 0, 1<<(class+minClass))
	return &b
}

// free takes back what lease returned, even if it has grown since.
func free(b *[]byte) {
	c := cap(*b)
	class := bits.Len(uint(c)) - 1 - minClass
	if class < 0 || class >= classes {
		return
	}
	*b = (*b)[:0]
	pools[class].Put(b)
}

type sum [sha256.Size]byte

type store struct {
	mu     sync.Mutex
	chunks map[sum]string
	writes int
	quota  int
}

var errQuota = errors.New("quota exceeded")

// save borrows chunk.
func (s *store) save(chunk []byte) (sum, error) {
	id := sum(sha256.Sum256(chunk))
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.chunks[id]; ok {
		return id, nil
	}
	if s.writes+len(chunk) > s.quota {
		return sum{}, errQuota
	}
	s.writes += len(chunk)
	s.chunks[id] = string(chunk)
	return id, nil
}

func ingest(s *store, r io.ByteReader) (ids []sum, err error) {
	chunk := lease(64)
	defer func() { free(chunk) }()
	flush := func() error {
		if len(*chunk) == 0 {
			return nil
		}
		id, err := s.save(*chunk)
		if err != nil {
			return err
		}
		ids = append(ids, id)
		*chunk = (*chunk)[:0]
		return nil
	}
	for {
		c, err := r.ReadByte()
		if err == io.EOF {
			return ids, flush()
		}
		if err != nil {
			return nil, err
		}
		if len(*chunk) == cap(*chunk) {
			bigger := lease(2 * cap(*chunk))
			*bigger = append(*bigger, *chunk...)
			free(chunk)
			chunk = bigger
		}
		*chunk = append(*chunk, c)
		if c == '\n' && len(*chunk) >= 48 {
			if err := flush(); err != nil {
				return nil, err
			}
		}
	}
}

func main() {
	s := &store{chunks: map[sum]string{}, quota: 4000}
	var wg sync.WaitGroup
	for w := range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			text := strings.Repeat("the same paragraph occurs again and again in this text\n", 4+w)
			text += strings.Repeat("x", 300*(w+1))
			ids, err := ingest(s, strings.NewReader(text))
			if err != nil {
				panic(err)
			}
			if len(ids) != 5+w {
				panic(fmt.Sprint(len(ids)))
			}
		}()
	}
	wg.Wait()
	fmt.Println(len(s.chunks), s.writes)
	_, err := ingest(s, strings.NewReader(strings.Repeat("y", 9000)))
	fmt.Println(err)
}
