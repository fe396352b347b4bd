// truth: leak line 65 callee

// A video player fetches chunks and verifies them before it plays.
package main

import (
	"errors"
	"fmt"
	"hash/adler32"
	"sync"
	"sync/atomic"
)

type chunk struct {
	count atomic.Int32
	seq   int
	data  []byte
}

var chunks = sync.Pool{New: func() any { return &chunk{data: make([]byte, 0, 256)} }}

var inUse atomic.Int32

func newChunk(seq int) *chunk {
	c := chunks.Get().(*chunk)
	c.seq = seq
	c.count.Store(1)
	inUse.Add(1)
	return c
}

func (c *chunk) IncRef() { c.count.Add(1) }

func (c *chunk) DecRef() {
	if c.count.Add(-1) == 0 {
		inUse.Add(-1)
		c.data = c.data[:0]
		c.seq = 0
		chunks.Put(c)
	}
}

type source struct{ sums []uint32 }

// fetch reads a chunk for the caller.
func (s *source) fetch(seq int) (*chunk, error) {
	c := newChunk(seq)
	if seq >= len(s.sums) {
		c.DecRef()
		return nil, errors.New("end of stream")
	}
	for i := range 20 + seq {
		c.data = append(c.data, byte(i))
	}
	return c, nil
}

type player struct {
	src    *source
	played int
	next   []*chunk
}

func (p *player) load(seq int) error {
	c, err := p.src.fetch(seq)
	if err != nil {
		return err
	}
	if sum := adler32.Checksum(c.data); sum != p.src.sums[seq] {
		return fmt.Errorf("chunk %d is damaged: %08x", c.seq, sum)
	}
	p.next = append(p.next, c)
	return nil
}

func (p *player) play() {
	for _, c := range p.next {
		p.played += len(c.data)
		c.DecRef()
	}
	p.next = nil
}

func main() {
	src := &source{sums: make([]uint32, 4)}
	for i := range src.sums {
		if c, err := src.fetch(i); err == nil {
			src.sums[i] = adler32.Checksum(c.data)
			c.DecRef()
		}
	}
	src.sums[2]++
	p := &player{src: src}
	for i := range 5 {
		if err := p.load(i); err != nil {
			fmt.Println(err)
		}
		p.play()
	}
	fmt.Println(p.played, "in use", inUse.Load())
}
