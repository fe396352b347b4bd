// truth: correct
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

var live atomic.Int32

type pos struct{ x, z int }

// Chunk is a part of the world. It is unloaded when nobody needs it.
type Chunk struct {
	refs   atomic.Int32
	at     pos
	blocks []byte
}

func NewChunk(at pos) *Chunk {
	c := &Chunk{at: at, blocks: make([]byte, 16*16)}
	c.refs.Store(1)
	live.Add(1)
	return c
}

func (c *Chunk) Retain() { c.refs.Add(1) }

func (c *Chunk) Release() {
	switch n := c.refs.Add(-1); {
	case n == 0:
		c.blocks = nil
		live.Add(-1)
	case n < 0:
		panic("chunk released too often")
	}
}

type World struct {
	mu     sync.Mutex
	chunks map[pos]*Chunk
}

// Visit returns the chunk, loaded if need be. The caller releases it.
func (w *World) Visit(at pos) *Chunk {
	w.mu.Lock()
	defer w.mu.Unlock()
	c, ok := w.chunks[at]
	if !ok {
		c = NewChunk(at)
		w.chunks[at] = c
	}
	c.Retain()
	return c
}

func (w *World) Unload(far func(pos) bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for at, c := range w.chunks {
		if far(at) {
			delete(w.chunks, at)
			c.Release()
		}
	}
}

type Player struct {
	view map[pos]*Chunk
}

func (p *Player) move(w *World, to pos) {
	next := make(map[pos]*Chunk, 9)
	for dx := -1; dx <= 1; dx++ {
		for dz := -1; dz <= 1; dz++ {
			at := pos{to.x + dx, to.z + dz}
			if c, ok := p.view[at]; ok {
				next[at] = c
				delete(p.view, at)
				continue
			}
			next[at] = w.Visit(at)
		}
	}
	for _, c := range p.view {
		c.Release()
	}
	p.view = next
}

func (p *Player) leave() {
	for _, c := range p.view {
		c.Release()
	}
	p.view = nil
}

func main() {
	w := &World{chunks: map[pos]*Chunk{}}
	var wg sync.WaitGroup
	for n := range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			p := &Player{}
			defer p.leave()
			for i := range 20 {
				p.move(w, pos{i * n, i})
				w.Unload(func(at pos) bool { return at.z < i-3 })
				for _, c := range p.view {
					_ = len(c.blocks)
				}
			}
		}()
	}
	wg.Wait()
	w.Unload(func(pos) bool { return true })
	fmt.Println(live.Load())
}
