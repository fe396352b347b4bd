// truth: correct

// Command sizeclasses serves frames from pools of several sizes.
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"log"
	"math/bits"
	"sync"
)

const (
	minBits = 6
	classes = 8
)

type block struct {
	class int
	data  []byte
}

var pools [classes]sync.Pool

// get returns a block of n bytes; one that is too large for the pools is not pooled.
func get(n int) *block {
	class := 0
	if n > 1<<minBits {
		class = bits.Len(uint(n-1)) - minBits
	}
	if class >= classes {
		return &block{class: -1, data: make([]byte, n)}
	}
	b, ok := pools[class].Get().(*block)
	if !ok {
		b = &block{class: class, data: make([]byte, 1<<(class+minBits))}
	}
	b.data = b.data[:n]
	clear(b.data)
	return b
}

func put(b *block) {
	if b.class < 0 {
		return
	}
	b.data = b.data[:cap(b.data)]
	pools[b.class].Put(b)
}

func writeFrame(w io.Writer, parts ...[]byte) error {
	n := 4
	for _, p := range parts {
		n += len(p)
	}
	b := get(n)
	defer put(b)
	binary.LittleEndian.PutUint32(b.data, uint32(n-4))
	at := 4
	for _, p := range parts {
		at += copy(b.data[at:], p)
	}
	_, err := w.Write(b.data)
	return err
}

func readFrame(r io.Reader, use func([]byte)) error {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return err
	}
	b := get(int(binary.LittleEndian.Uint32(head[:])))
	defer put(b)
	if _, err := io.ReadFull(r, b.data); err != nil {
		return io.ErrUnexpectedEOF
	}
	use(b.data)
	return nil
}

func main() {
	var stream bytes.Buffer
	sizes := []int{0, 1, 60, 64, 65, 500, 4096, 8000, 20000}
	for _, n := range sizes {
		if err := writeFrame(&stream, bytes.Repeat([]byte{'a'}, n/2), bytes.Repeat([]byte{'b'}, n-n/2)); err != nil {
			log.Fatal(err)
		}
	}
	for _, n := range sizes {
		err := readFrame(&stream, func(p []byte) {
			if len(p) != n || bytes.Count(p, []byte("a")) != n/2 {
				log.Fatal("frame ", len(p))
			}
		})
		if err != nil {
			log.Fatal(err)
		}
	}
	stream.WriteString("\x09\x00\x00\x00short")
	if err := readFrame(&stream, func([]byte) {}); err != io.ErrUnexpectedEOF {
		log.Fatal(err)
	}
	fmt.Println("frames", len(sizes))
}
