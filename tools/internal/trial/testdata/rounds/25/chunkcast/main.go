// truth: double-release line 95 callee

// Command chunkcast broadcasts audio chunks to listeners.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type Chunk struct {
	refs atomic.Int32
	seq  int
	pcm  []int16
}

var chunkPool = sync.Pool{New: func() any { return new(Chunk) }}

var returned atomic.Int64

// NewChunk returns a chunk with one reference.
func NewChunk(seq int, samples ...int16) *Chunk {
	c := chunkPool.Get().(*Chunk)
	c.refs.Store(1)
	c.seq = seq
	c.pcm = append(c.pcm[:0], samples...)
	return c
}

func (c *Chunk) IncRef() { c.refs.Add(1) }

func (c *Chunk) DecRef() {
	switch n := c.refs.Add(-1); {
	case n == 0:
		returned.Add(1)
		chunkPool.Put(c)
	case n < 0:
		panic(fmt.Sprintf("chunk: reference count %d", n))
	}
}

type listener struct {
	name string
	in   chan *Chunk
	sum  int
	wg   sync.WaitGroup
}

func (l *listener) run() {
	for c := range l.in {
		for _, s := range c.pcm {
			l.sum += int(s)
		}
		c.DecRef()
	}
}

type station struct {
	listeners []*listener
	silent    int
}

func (s *station) join(name string, depth int) {
	l := &listener{name: name, in: make(chan *Chunk, depth)}
	l.wg.Go(l.run)
	s.listeners = append(s.listeners, l)
}

func (s *station) leave() {
	for _, l := range s.listeners {
		close(l.in)
		l.wg.Wait()
	}
}

func (s *station) broadcast(c *Chunk) int {
	if len(s.listeners) == 0 {
		s.silent++
		c.DecRef()
		return 0
	}
	for _, l := range s.listeners {
		c.IncRef()
		l.in <- c
	}
	return len(s.listeners)
}

func (s *station) play(track []int16, size int) (heard int) {
	for seq := 0; len(track) > 0; seq++ {
		n := min(size, len(track))
		c := NewChunk(seq, track[:n]...)
		heard += s.broadcast(c)
		c.DecRef()
		track = track[n:]
	}
	return heard
}

func main() {
	track := make([]int16, 100)
	for i := range track {
		track[i] = int16(i)
	}
	var s station
	s.join("ann", 2)
	s.join("bob", 8)
	fmt.Println(s.play(track, 16), returned.Load() > 0)
	s.leave()
	for _, l := range s.listeners {
		fmt.Println(l.name, l.sum)
	}
	defer func() { fmt.Println(recover()) }()
	var dead station
	fmt.Println(dead.play(track, 50))
}
