// truth: wrong-pool line 53 hard
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

// block is a buffer of one of the size classes.
type block struct {
	data []byte
}

type arena struct {
	pools [classes]sync.Pool
}

func newArena() *arena {
	a := &arena{}
	for i := range a.pools {
		size := 1 << (minShift + i)
		a.pools[i].New = func() any { return &block{data: make([]byte, 0, size)} }
	}
	return a
}

func class(n int) int {
	if n <= 1<<minShift {
		return 0
	}
	return bits.Len(uint(n-1)) - minShift
}

// get returns an empty block with room for n bytes.
func (a *arena) get(n int) *block {
	c := class(n)
	if c >= classes {
		return &block{data: make([]byte, 0, n)}
	}
	return a.pools[c].Get().(*block)
}

func (a *arena) put(b *block) {
	c := class(len(b.data))
	b.data = b.data[:0]
	if c < classes {
		a.pools[c].Put(b)
	}
}

type request struct {
	bucket, key string
	length      int
}

// canonical renders what a request signature is made of.
func (a *arena) canonical(r request, body []byte) (int, int) {
	b := a.get(len(r.bucket) + len(r.key) + r.length + 2)
	defer a.put(b)
	b.data = append(b.data, r.bucket...)
	b.data = append(b.data, '/')
	b.data = append(b.data, r.key...)
	b.data = append(b.data, '\n')
	b.data = append(b.data, body...)
	return len(b.data), cap(b.data)
}

func main() {
	a := newArena()
	for i := range 4 {
		body := make([]byte, i*40)
		n, room := a.canonical(request{"logs", fmt.Sprintf("2026/%02d", i), 500}, body)
		fmt.Println(n, room)
	}
	n, room := a.canonical(request{"img", "cat", 60_000}, make([]byte, 60_000))
	fmt.Println(n, room)
}
