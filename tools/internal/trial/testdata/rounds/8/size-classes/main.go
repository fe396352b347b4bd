// truth: correct
package main

import (
	"fmt"
	"math/bits"
	"sync"
)

const (
	minShift = 6
	classes  = 8
)

// An arena has a pool for each power of two from 64 bytes.
type arena struct {
	pools [classes]sync.Pool
	mu    sync.Mutex
	huge  int
}

func class(n int) int {
	if n <= 1<<minShift {
		return 0
	}
	return bits.Len(uint(n-1)) - minShift
}

func (a *arena) get(n int) *[]byte {
	c := class(n)
	if c >= classes {
		a.mu.Lock()
		a.huge++
		a.mu.Unlock()
		b := make([]byte, n)
		return &b
	}
	if b, ok := a.pools[c].Get().(*[]byte); ok {
		*b = (*b)[:n]
		return b
	}
	b := make([]byte, n, 1<<(c+minShift))
	return &b
}

func (a *arena) put(b *[]byte) {
	c := class(cap(*b))
	if c >= classes || cap(*b) != 1<<(c+minShift) {
		return
	}
	clear(*b)
	a.pools[c].Put(b)
}

// grow returns a slice of n bytes with the contents of b, which it takes.
func (a *arena) grow(b *[]byte, n int) *[]byte {
	if n <= cap(*b) {
		*b = (*b)[:n]
		return b
	}
	bigger := a.get(n)
	copy(*bigger, *b)
	a.put(b)
	return bigger
}

func collect(a *arena, parts []string) string {
	b := a.get(0)
	defer func() { a.put(b) }()
	for _, p := range parts {
		old := len(*b)
		b = a.grow(b, old+len(p))
		copy((*b)[old:], p)
	}
	return string(*b)
}

func main() {
	a := &arena{}
	var wg sync.WaitGroup
	sums := make([]int, 4)
	for g := range sums {
		wg.Go(func() {
			var parts []string
			for i := range 40 * (g + 1) * (g + 1) {
				parts = append(parts, fmt.Sprintf("<part %d>", i))
			}
			for range 5 {
				s := collect(a, parts)
				if s[:8] != "<part 0>" {
					panic(s[:8])
				}
				sums[g] += len(s)
			}
		})
	}
	wg.Wait()
	fmt.Println(sums)
	h := a.get(1 << 20)
	a.put(h)
	fmt.Println(a.huge)
}
