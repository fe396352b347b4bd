// truth: correct

// Command size-classes leases blocks by size class, for datagrams of very
// different sizes.
package main

import (
	"fmt"
	"math/bits"
	"sync"
)

const minBits, maxBits = 6, 14

type block struct {
	class int
	mem   []byte
}

type allocator struct {
	classes [maxBits - minBits + 1]sync.Pool
}

func newAllocator() *allocator {
	a := new(allocator)
	for i := range a.classes {
		a.classes[i].New = func() any {
			return &block{class: i, mem: make([]byte, 1<<(i+minBits))}
		}
	}
	return a
}

// lease returns a block of at least n bytes. Large ones come from the heap.
func (a *allocator) lease(n int) *block {
	if n > 1<<maxBits {
		return &block{class: -1, mem: make([]byte, n)}
	}
	class := max(bits.Len(uint(max(n, 1)-1))-minBits, 0)
	b := a.classes[class].Get().(*block)
	b.mem = b.mem[:n]
	return b
}

func (a *allocator) giveBack(b *block) {
	if b.class < 0 {
		return
	}
	b.mem = b.mem[:cap(b.mem)]
	a.classes[b.class].Put(b)
}

// grow returns a block of at least n bytes with the contents of b, which is
// given back unless it is returned.
func (a *allocator) grow(b *block, n int) *block {
	if n <= cap(b.mem) {
		b.mem = b.mem[:n]
		return b
	}
	larger := a.lease(n)
	copy(larger.mem, b.mem)
	a.giveBack(b)
	return larger
}

func (a *allocator) join(parts ...string) string {
	b := a.lease(0)
	defer func() { a.giveBack(b) }()
	for _, part := range parts {
		at := len(b.mem)
		b = a.grow(b, at+len(part))
		copy(b.mem[at:], part)
	}
	return string(b.mem)
}

func main() {
	a := newAllocator()
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			var parts []string
			want := ""
			for n := range 60 {
				part := fmt.Sprintf("%d-%0*d;", w, n*8, n)
				parts = append(parts, part)
				want += part
				if a.join(parts...) != want {
					fmt.Println("bad text", w, n)
				}
			}
		})
	}
	wg.Wait()
	fmt.Println("done")
}
