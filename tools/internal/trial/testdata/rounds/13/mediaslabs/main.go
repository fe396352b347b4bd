// truth: correct
package main

import (
	"fmt"
	"math/bits"
	"sync"
)

const (
	minShift = 6
	maxShift = 12
)

// A slab is memory of one of the classes.
type slab struct {
	mem   []byte
	class int
	used  int
}

var classes [maxShift - minShift + 1]sync.Pool

func classOf(n int) int {
	if n <= 1<<minShift {
		return 0
	}
	return bits.Len(uint(n-1)) - minShift
}

func alloc(n int) *slab {
	c := classOf(n)
	if c >= len(classes) {
		return &slab{mem: make([]byte, n), class: -1, used: n}
	}
	if s, ok := classes[c].Get().(*slab); ok {
		s.used = n
		clear(s.mem[:n])
		return s
	}
	return &slab{mem: make([]byte, 1<<(c+minShift)), class: c, used: n}
}

func (s *slab) free() {
	if s.class < 0 {
		return
	}
	classes[s.class].Put(s)
}

func (s *slab) bytes() []byte { return s.mem[:s.used] }

// grow returns a slab with room for n bytes, and the content of s, which is gone.
func grow(s *slab, n int) *slab {
	if n <= len(s.mem) {
		if n > s.used {
			clear(s.mem[s.used:n])
		}
		s.used = n
		return s
	}
	bigger := alloc(n)
	copy(bigger.mem, s.bytes())
	s.free()
	return bigger
}

// A jitterBuffer joins fragments of frames.
type jitterBuffer struct {
	frames map[uint32]*slab
	done   int
}

func (j *jitterBuffer) fragment(ts uint32, p []byte, last bool, play func([]byte)) {
	s, ok := j.frames[ts]
	if !ok {
		s = alloc(len(p))
		copy(s.bytes(), p)
	} else {
		at := s.used
		s = grow(s, at+len(p))
		copy(s.bytes()[at:], p)
	}
	if !last {
		j.frames[ts] = s
		return
	}
	delete(j.frames, ts)
	play(s.bytes())
	s.free()
	j.done++
}

func (j *jitterBuffer) flush() (n int) {
	for ts, s := range j.frames {
		delete(j.frames, ts)
		s.free()
		n++
	}
	return n
}

func main() {
	j := &jitterBuffer{frames: map[uint32]*slab{}}
	total := 0
	play := func(b []byte) { total += len(b) }
	for i := range 40 {
		j.fragment(uint32(i%7), make([]byte, 50+i*i*4), i%3 == 2, play)
	}
	fmt.Println(j.done, total, j.flush())
}
