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

type block struct {
	b    []byte
	tier int
}

const minBits, maxBits = 6, 12

type allocator struct {
	tiers [maxBits - minBits + 1]sync.Pool
}

func newAllocator() *allocator {
	a := &allocator{}
	for i := range a.tiers {
		a.tiers[i].New = func() any {
			return &block{b: make([]byte, 0, 1<<(minBits+i)), tier: i}
		}
	}
	return a
}

func tierOf(n int) int {
	if n <= 1<<minBits {
		return 0
	}
	return bits.Len(uint(n-1)) - minBits
}

func (a *allocator) get(n int) *block {
	t := tierOf(n)
	if t >= len(a.tiers) {
		return &block{b: make([]byte, 0, n), tier: -1}
	}
	return a.tiers[t].Get().(*block)
}

func (a *allocator) put(b *block) {
	if b.tier < 0 {
		return
	}
	b.b = b.b[:0]
	a.tiers[b.tier].Put(b)
}

// grow returns a block with the same contents and room for n more bytes.
func (a *allocator) grow(b *block, n int) *block {
	if cap(b.b)-len(b.b) >= n {
		return b
	}
	next := a.get(2*cap(b.b) + n)
	next.b = append(next.b, b.b...)
	a.put(b)
	return next
}

func (a *allocator) readAll(r io.Reader) (*block, error) {
	b := a.get(64)
	for {
		b = a.grow(b, 32)
		n, err := r.Read(b.b[len(b.b):cap(b.b)])
		b.b = b.b[:len(b.b)+n]
		if err == io.EOF {
			return b, nil
		}
		if err != nil {
			a.put(b)
			return nil, err
		}
	}
}

func words(a *allocator, r io.Reader) (map[string]int, error) {
	b, err := a.readAll(r)
	if err != nil {
		return nil, err
	}
	defer a.put(b)
	counts := map[string]int{}
	for w := range bytes.FieldsSeq(b.b) {
		counts[string(w)]++
	}
	return counts, nil
}

type torn struct{ io.Reader }

func (t torn) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

func main() {
	a := newAllocator()
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { words(a, strings.NewReader(strings.Repeat("abc de ", 2000))) })
	}
	wg.Wait()
	c, err := words(a, strings.NewReader(strings.Repeat("to be or not to be ", 40)))
	fmt.Println(c["to"], len(c), err)
	_, err = words(a, torn{strings.NewReader("half")})
	fmt.Println(err)
}
