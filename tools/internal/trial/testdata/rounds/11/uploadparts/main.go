// truth: correct
package main

import (
	"bytes"
	"errors"
	"fmt"
	"hash/fnv"
	"io"

	"google.golang.org/grpc/mem"
)

var pool = mem.DefaultBufferPool()

// Upload gathers the parts of an object. It owns them until Finish or Abort.
type Upload struct {
	key   string
	parts map[int]mem.BufferSlice
}

func (u *Upload) Put(n int, r io.Reader) error {
	part, err := mem.ReadAll(r, pool)
	if err != nil {
		part.Free()
		return fmt.Errorf("part %d: %w", n, err)
	}
	if old, ok := u.parts[n]; ok {
		old.Free()
	}
	u.parts[n] = part
	return nil
}

func (u *Upload) Finish() (sum uint64, size int64, err error) {
	defer u.Abort()
	h := fnv.New64a()
	for n := range len(u.parts) {
		part, ok := u.parts[n]
		if !ok {
			return 0, 0, fmt.Errorf("part %d is missing", n)
		}
		r := part.Reader()
		k, err := io.Copy(h, r)
		size += k
		if cerr := r.Close(); err == nil {
			err = cerr
		}
		if err != nil {
			return 0, 0, err
		}
	}
	return h.Sum64(), size, nil
}

// Abort gives the parts up.
func (u *Upload) Abort() {
	for n, part := range u.parts {
		part.Free()
		delete(u.parts, n)
	}
}

func (u *Upload) Head(n, max int) ([]byte, error) {
	part, ok := u.parts[n]
	if !ok {
		return nil, errors.New("no such part")
	}
	buf := part.MaterializeToBuffer(pool)
	defer buf.Free()
	b := buf.ReadOnlyData()
	return bytes.Clone(b[:min(max, len(b))]), nil
}

type broken struct{ r io.Reader }

func (b broken) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

func main() {
	u := &Upload{key: "videos/7", parts: map[int]mem.BufferSlice{}}
	for n := range 3 {
		if err := u.Put(n, bytes.NewReader(bytes.Repeat([]byte{byte('a' + n)}, 40000))); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(u.Put(1, broken{bytes.NewReader(make([]byte, 5000))}))
	fmt.Println(u.Put(1, bytes.NewReader(bytes.Repeat([]byte("z"), 2000))))
	head, err := u.Head(1, 4)
	fmt.Printf("%s %v\n", head, err)
	fmt.Println(u.Finish())
	fmt.Println(u.Finish())
	if err := u.Put(2, bytes.NewReader(nil)); err != nil {
		fmt.Println(err)
	}
	fmt.Println(u.Finish())
}
