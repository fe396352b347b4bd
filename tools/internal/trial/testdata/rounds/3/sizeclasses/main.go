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

const (
	minShift = 6
	maxShift = 12
)

// classes[i] has slices with a capacity of 64<<i bytes.
var classes [maxShift - minShift + 1]sync.Pool

func class(n int) int {
	if n <= 1<<minShift {
		return 0
	}
	return bits.Len(uint(n-1)) - minShift
}

// alloc returns a slice of n bytes with undefined content.
func alloc(n int) *[]byte {
	c := class(n)
	if c >= len(classes) {
		b := make([]byte, n)
		return &b
	}
	if b, ok := classes[c].Get().(*[]byte); ok {
		*b = (*b)[:n]
		return b
	}
	b := make([]byte, n, 1<<(c+minShift))
	return &b
}

// free takes a slice of alloc back. Large ones are left to the garbage collector.
func free(b *[]byte) {
	if c := class(cap(*b)); c < len(classes) && cap(*b) == 1<<(c+minShift) {
		*b = (*b)[:0]
		classes[c].Put(b)
	}
}

func copyN(w io.Writer, r io.Reader, n int) error {
	b := alloc(n)
	defer free(b)
	if _, err := io.ReadFull(r, *b); err != nil {
		return fmt.Errorf("block of %d bytes: %w", n, err)
	}
	_, err := w.Write(*b)
	return err
}

func main() {
	var wg sync.WaitGroup
	for worker := range 3 {
		wg.Go(func() {
			text := strings.Repeat(fmt.Sprint(worker), 6000)
			for _, n := range []int{1, 64, 65, 500, 4096, 5000} {
				var out bytes.Buffer
				if err := copyN(&out, strings.NewReader(text), n); err != nil {
					panic(err)
				}
				if out.String() != text[:n] {
					panic("somebody else's bytes")
				}
			}
		})
	}
	wg.Wait()
	fmt.Println(copyN(io.Discard, strings.NewReader("short"), 100))
}
