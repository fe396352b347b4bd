// truth: correct

// Sizeclass has pools of byte slices by size; a packet returns to the class
// that it came from.
package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

var sizes = [...]int{64, 512, 4096}

type packet struct {
	class int // index of the pool, or -1
	data  []byte
}

var classes [len(sizes)]sync.Pool

func init() {
	for i, size := range sizes {
		classes[i].New = func() any { return &packet{class: i, data: make([]byte, size)} }
	}
}

// alloc returns a packet of n zero bytes.
func alloc(n int) *packet {
	for i, size := range sizes {
		if n <= size {
			p := classes[i].Get().(*packet)
			p.data = p.data[:n]
			return p
		}
	}
	return &packet{class: -1, data: make([]byte, n)}
}

func (p *packet) free() {
	if p.class < 0 {
		return
	}
	clear(p.data[:cap(p.data)])
	p.data = p.data[:0]
	classes[p.class].Put(p)
}

var errShort = errors.New("short packet")

// read fills a packet of n bytes from r. The caller frees it if the error is nil.
func read(r io.Reader, n int) (*packet, error) {
	p := alloc(n)
	if _, err := io.ReadFull(r, p.data); err != nil {
		p.free()
		if err == io.ErrUnexpectedEOF {
			err = errShort
		}
		return nil, err
	}
	return p, nil
}

// grow moves the content to a packet of n bytes. It takes p over.
func grow(p *packet, n int) *packet {
	if n <= cap(p.data) {
		p.data = p.data[:n]
		return p
	}
	bigger := alloc(n)
	copy(bigger.data, p.data)
	p.free()
	return bigger
}

// frame pads the body to a multiple of 48 and adds a checksum.
func frame(r io.Reader, n int) (sum byte, size int, err error) {
	p, err := read(r, n)
	if err != nil {
		return 0, 0, err
	}
	defer func() { p.free() }() // the one that p is by then
	padded := (n/48 + 1) * 48
	p = grow(p, padded)
	clear(p.data[n:])
	for _, b := range p.data {
		sum += b
	}
	return sum, len(p.data), nil
}

func main() {
	text := strings.Repeat("abcdefghij", 1000)
	var wg sync.WaitGroup
	results := make([]string, 9)
	for i, n := range []int{10, 63, 64, 65, 500, 512, 4000, 4096, 9000} {
		wg.Go(func() {
			sum, size, err := frame(strings.NewReader(text), n)
			results[i] = fmt.Sprint(n, ":", sum, "/", size, " ", err)
		})
	}
	wg.Wait()
	for _, r := range results {
		fmt.Println(r)
	}
	_, _, err := frame(strings.NewReader("abc"), 20)
	fmt.Println(err)
}
