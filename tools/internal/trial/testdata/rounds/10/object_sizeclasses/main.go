// truth: correct
package main

import (
	"bytes"
	"crypto/md5"
	"fmt"
	"io"
	"math/bits"
	"strings"
	"sync"
)

const (
	minShift = 6
	classes  = 8
)

// pools has blocks of 64, 128, … 8192 bytes.
var pools [classes]sync.Pool

type block struct {
	class int
	data  []byte
}

func classOf(n int) int {
	if n <= 1<<minShift {
		return 0
	}
	return bits.Len(uint(n-1)) - minShift
}

func alloc(n int) *block {
	c := classOf(n)
	if c >= classes {
		return &block{class: -1, data: make([]byte, n)}
	}
	b, ok := pools[c].Get().(*block)
	if !ok {
		b = &block{class: c, data: make([]byte, 1<<(c+minShift))}
	}
	b.data = b.data[:n]
	return b
}

func (b *block) free() {
	if b.class < 0 {
		return
	}
	b.data = b.data[:cap(b.data)]
	pools[b.class].Put(b)
}

// put stores an object of the given size and returns its tag.
func put(store map[string][md5.Size]byte, key string, size int, r io.Reader) (string, error) {
	b := alloc(size)
	defer b.free()
	if _, err := io.ReadFull(r, b.data); err != nil {
		return "", fmt.Errorf("put %s: %w", key, err)
	}
	sum := md5.Sum(b.data)
	store[key] = sum
	return fmt.Sprintf("%x", sum[:4]), nil
}

func main() {
	store := map[string][md5.Size]byte{}
	for _, n := range []int{0, 1, 64, 65, 1000, 8192, 8193, 100000, 65} {
		body := bytes.Repeat([]byte{'a'}, n)
		tag, err := put(store, fmt.Sprint("k", n), n, bytes.NewReader(body))
		if err != nil || store[fmt.Sprint("k", n)] != md5.Sum(body) {
			panic(err)
		}
		fmt.Println(n, tag)
	}
	_, err := put(store, "short", 50, strings.NewReader("abc"))
	fmt.Println(err)
}
