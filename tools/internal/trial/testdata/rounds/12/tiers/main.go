// truth: correct

package main

import (
	"bytes"
	"fmt"
	"io"
	"math/bits"
	"strings"
	"sync"
)

// A tiered allocator of slabs for tiles of images.

const (
	minShift = 8
	maxShift = 14
)

type slab struct {
	data  []byte
	shift int
}

type allocator struct {
	tiers [maxShift - minShift + 1]sync.Pool
	mu    sync.Mutex
	live  int
}

func (a *allocator) get(n int) *slab {
	shift := max(minShift, bits.Len(uint(n-1)))
	a.mu.Lock()
	a.live++
	a.mu.Unlock()
	if shift > maxShift {
		return &slab{data: make([]byte, n), shift: -1}
	}
	s, ok := a.tiers[shift-minShift].Get().(*slab)
	if !ok {
		s = &slab{data: make([]byte, 1<<shift), shift: shift}
	}
	s.data = s.data[:n]
	return s
}

func (a *allocator) put(s *slab) {
	a.mu.Lock()
	a.live--
	a.mu.Unlock()
	if s.shift < 0 {
		return
	}
	s.data = s.data[:cap(s.data)]
	clear(s.data)
	a.tiers[s.shift-minShift].Put(s)
}

// grow returns a larger slab with the contents of old, which it takes over.
func (a *allocator) grow(old *slab, n int) *slab {
	if n <= cap(old.data) {
		old.data = old.data[:n]
		return old
	}
	s := a.get(n)
	copy(s.data, old.data)
	a.put(old)
	return s
}

func (a *allocator) readAll(r io.Reader) (*slab, error) {
	s := a.get(1 << minShift)
	used := 0
	for {
		if used == len(s.data) {
			s = a.grow(s, 2*len(s.data))
		}
		n, err := r.Read(s.data[used:])
		used += n
		if err == io.EOF {
			s.data = s.data[:used]
			return s, nil
		}
		if err != nil {
			a.put(s)
			return nil, err
		}
	}
}

type brokenReader struct{ left int }

func (b *brokenReader) Read(p []byte) (int, error) {
	if b.left == 0 {
		return 0, io.ErrUnexpectedEOF
	}
	b.left--
	return len(p), nil
}

func main() {
	a := &allocator{}
	sum := 0
	for _, size := range []int{10, 300, 5000, 40000} {
		s, err := a.readAll(strings.NewReader(strings.Repeat("t", size)))
		if err != nil {
			fmt.Println(err)
			continue
		}
		sum += bytes.Count(s.data, []byte("t"))
		a.put(s)
	}
	_, err := a.readAll(&brokenReader{left: 3})
	fmt.Println(sum, err, a.live)
}
