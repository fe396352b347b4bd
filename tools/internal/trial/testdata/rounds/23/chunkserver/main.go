// truth: leak line 81 hard

// Command chunkserver keeps chunks of files in memory for a while.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type Chunk struct {
	id   string
	data []byte
	refs atomic.Int32
	live *atomic.Int32
}

func NewChunk(id string, data []byte, live *atomic.Int32) *Chunk {
	c := &Chunk{id: id, data: data, live: live}
	c.refs.Store(1)
	live.Add(1)
	return c
}

func (c *Chunk) IncRef() { c.refs.Add(1) }

func (c *Chunk) DecRef() {
	switch n := c.refs.Add(-1); {
	case n == 0:
		c.data = nil
		c.live.Add(-1)
	case n < 0:
		panic("chunk " + c.id + " has no references")
	}
}

type item struct {
	chunk   *Chunk
	expires int
}

type server struct {
	mu    sync.Mutex
	items map[string]item
	ttl   int
	now   int
	live  atomic.Int32
}

// fetch returns a chunk, which the caller gives up with DecRef.
func (s *server) fetch(id string) *Chunk {
	s.mu.Lock()
	defer s.mu.Unlock()
	it, ok := s.items[id]
	if !ok {
		it.chunk = NewChunk(id, []byte("contents of "+id), &s.live)
	}
	it.expires = s.now + s.ttl
	s.items[id] = it
	it.chunk.IncRef()
	return it.chunk
}

// invalidate forgets a chunk because its file has changed.
func (s *server) invalidate(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if it, ok := s.items[id]; ok {
		delete(s.items, id)
		it.chunk.DecRef()
	}
}

// expire forgets what was not asked for lately.
func (s *server) expire() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, it := range s.items {
		if it.expires <= s.now {
			delete(s.items, id)
			n++
		}
	}
	return n
}

func (s *server) advance(by int) int {
	s.mu.Lock()
	s.now += by
	s.mu.Unlock()
	return s.expire()
}

func (s *server) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, it := range s.items {
		it.chunk.DecRef()
	}
	s.items = nil
}

func read(s *server, id string) int {
	c := s.fetch(id)
	defer c.DecRef()
	return len(c.data)
}

func main() {
	s := &server{items: map[string]item{}, ttl: 10}
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() {
			if read(s, fmt.Sprint("chunk", i%4)) == 0 {
				panic("empty")
			}
		})
	}
	wg.Wait()
	s.invalidate("chunk0")
	fmt.Println(s.advance(5))
	read(s, "chunk1")
	fmt.Println(s.advance(6))
	s.close()
	fmt.Println(s.live.Load())
}
