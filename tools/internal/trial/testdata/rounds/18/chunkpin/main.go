// truth: leak line 74 callee
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

var errCorrupt = errors.New("chunk is corrupt")

type chunk struct {
	refs atomic.Int32
	key  string
	data []byte
	sum  byte
	home *store
}

func (c *chunk) IncRef() { c.refs.Add(1) }

func (c *chunk) DecRef() {
	if n := c.refs.Add(-1); n == 0 {
		c.home.open.Add(-1)
		c.data = nil
	} else if n < 0 {
		panic("chunk " + c.key + ": too many DecRefs")
	}
}

type store struct {
	mu     sync.Mutex
	chunks map[string]*chunk
	open   atomic.Int32
}

func (s *store) put(key string, data []byte) {
	c := &chunk{key: key, data: data, home: s}
	for _, b := range data {
		c.sum ^= b
	}
	c.refs.Store(1)
	s.open.Add(1)
	s.mu.Lock()
	defer s.mu.Unlock()
	if old := s.chunks[key]; old != nil {
		old.DecRef()
	}
	s.chunks[key] = c
}

// pin finds a chunk and keeps it from going away.
func (s *store) pin(key string) *chunk {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.chunks[key]
	if c != nil {
		c.IncRef()
	}
	return c
}

func (s *store) drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, c := range s.chunks {
		c.DecRef()
		delete(s.chunks, key)
	}
}

func (s *store) read(dst []byte, key string, off int) (int, error) {
	c := s.pin(key)
	if c == nil {
		return 0, fmt.Errorf("%s: no such chunk", key)
	}
	if off >= len(c.data) {
		return 0, nil
	}
	var sum byte
	for _, b := range c.data {
		sum ^= b
	}
	if sum != c.sum {
		c.DecRef()
		return 0, fmt.Errorf("%s: %w", key, errCorrupt)
	}
	n := copy(dst, c.data[off:])
	c.DecRef()
	return n, nil
}

func main() {
	s := &store{chunks: map[string]*chunk{}}
	s.put("a", []byte("hello"))
	s.put("a", []byte("hello, world"))
	s.put("b", []byte("other"))
	s.chunks["b"].data[0] = 'O'
	dst := make([]byte, 8)
	for off := 0; ; {
		n, err := s.read(dst, "a", off)
		if n == 0 || err != nil {
			break
		}
		fmt.Printf("%q\n", dst[:n])
		off += n
	}
	fmt.Println(s.read(dst, "b", 0))
	fmt.Println(s.read(dst, "c", 0))
	s.drop()
	fmt.Println("open:", s.open.Load())
}
