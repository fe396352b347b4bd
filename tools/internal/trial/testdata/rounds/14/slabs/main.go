// truth: correct

// Command slabs hands out buffers by size class and takes them back by capacity.
package main

import (
	"errors"
	"fmt"
	"io"
	"math/bits"
	"strings"
	"sync"
)

const (
	minShift = 6
	maxShift = 12
)

type slab struct {
	b []byte
}

type allocator struct {
	classes [maxShift - minShift + 1]sync.Pool
}

func newAllocator() *allocator {
	a := &allocator{}
	for i := range a.classes {
		a.classes[i].New = func() any { return &slab{b: make([]byte, 1<<(minShift+i))} }
	}
	return a
}

func class(n int) int {
	return max(0, bits.Len(uint(n-1))-minShift)
}

func (a *allocator) get(n int) *slab {
	if n > 1<<maxShift {
		return &slab{b: make([]byte, n)}
	}
	s := a.classes[class(n)].Get().(*slab)
	s.b = s.b[:n]
	return s
}

func (a *allocator) put(s *slab) {
	c := cap(s.b)
	if c > 1<<maxShift || c&(c-1) != 0 || c < 1<<minShift {
		return
	}
	s.b = s.b[:c]
	a.classes[class(c)].Put(s)
}

// grow returns a slab with room for n bytes and the content of s, which it takes over.
func (a *allocator) grow(s *slab, n int) *slab {
	if n <= cap(s.b) {
		s.b = s.b[:n]
		return s
	}
	bigger := a.get(n)
	copy(bigger.b, s.b)
	a.put(s)
	return bigger
}

var errLimit = errors.New("body too large")

func (a *allocator) readAll(r io.Reader, limit int) (string, error) {
	s := a.get(64)
	defer func() { a.put(s) }()
	used := 0
	for {
		if used == len(s.b) {
			if used >= limit {
				return "", errLimit
			}
			s = a.grow(s, used*2)
		}
		n, err := r.Read(s.b[used:])
		used += n
		if err == io.EOF {
			return string(s.b[:used]), nil
		}
		if err != nil {
			return "", err
		}
	}
}

func main() {
	a := newAllocator()
	var wg sync.WaitGroup
	sizes := []int{0, 1, 64, 65, 1000, 5000, 100_000}
	got := make([]string, len(sizes))
	for i, n := range sizes {
		wg.Add(1)
		go func() {
			defer wg.Done()
			text, err := a.readAll(strings.NewReader(strings.Repeat("x", n)), 10_000)
			got[i] = fmt.Sprint(len(text), " ", err)
		}()
	}
	wg.Wait()
	fmt.Println(strings.Join(got, "\n"))
}
