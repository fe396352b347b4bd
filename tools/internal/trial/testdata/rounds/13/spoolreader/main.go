// truth: correct
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc/mem"
)

var errVirus = errors.New("554 message refused")

// A spool keeps messages in the buffers that they were read into.
type spool struct {
	pool  mem.BufferPool
	items map[string]mem.BufferSlice
	size  int
}

func (s *spool) accept(id string, r io.Reader) error {
	data, err := mem.ReadAll(r, s.pool)
	if err != nil {
		data.Free()
		return err
	}
	if err := s.scan(data); err != nil {
		data.Free()
		return fmt.Errorf("%s: %w", id, err)
	}
	if old, ok := s.items[id]; ok {
		s.size -= old.Len()
		old.Free()
	}
	s.items[id] = data
	s.size += data.Len()
	return nil
}

func (s *spool) scan(data mem.BufferSlice) error {
	flat := data.MaterializeToBuffer(s.pool)
	defer flat.Free()
	if bytes.Contains(flat.ReadOnlyData(), []byte("EICAR")) {
		return errVirus
	}
	return nil
}

// open returns a reader with references of its own.
func (s *spool) open(id string) (io.ReadCloser, bool) {
	data, ok := s.items[id]
	if !ok {
		return nil, false
	}
	return data.Reader(), true
}

func (s *spool) remove(id string) {
	if data, ok := s.items[id]; ok {
		delete(s.items, id)
		s.size -= data.Len()
		data.Free()
	}
}

func (s *spool) close() {
	for id := range s.items {
		s.remove(id)
	}
}

type flaky struct{ left int }

func (f *flaky) Read(p []byte) (int, error) {
	if f.left == 0 {
		return 0, errors.New("connection reset")
	}
	f.left--
	return len(p), nil
}

func main() {
	s := &spool{pool: mem.DefaultBufferPool(), items: map[string]mem.BufferSlice{}}
	defer s.close()
	for id, r := range []io.Reader{
		bytes.NewReader(make([]byte, 5000)),
		&flaky{2},
		bytes.NewReader(append(make([]byte, 3000), "EICAR"...)),
		bytes.NewReader(make([]byte, 40000)),
	} {
		if err := s.accept(fmt.Sprint("m", id%2), r); err != nil {
			fmt.Println(err)
		}
	}
	a, _ := s.open("m0")
	b, ok := s.open("m1")
	s.remove("m0")
	n, err := io.Copy(io.Discard, a)
	fmt.Println(n, err, s.size)
	a.Close()
	if ok {
		n, err = io.Copy(io.Discard, b)
		fmt.Println(n, err)
		b.Close()
	}
}
