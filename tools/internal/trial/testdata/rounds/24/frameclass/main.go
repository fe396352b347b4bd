// truth: correct

// Command frameclass reads length-prefixed frames into buffers of size classes
// and echoes them in upper case.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"sync"
)

const (
	minShift = 5
	classes  = 6
)

type frame struct {
	data  []byte
	class int // -1: not pooled
}

// pools[i] has frames with a capacity of 1<<(minShift+i) bytes.
var pools [classes]sync.Pool

func classOf(n int) int {
	if n <= 1<<minShift {
		return 0
	}
	c := bits.Len(uint(n-1)) - minShift
	if c >= classes {
		return -1
	}
	return c
}

func newFrame(n int) *frame {
	class := classOf(n)
	if class < 0 {
		return &frame{data: make([]byte, n), class: -1}
	}
	if f, ok := pools[class].Get().(*frame); ok {
		f.data = f.data[:n]
		return f
	}
	return &frame{data: make([]byte, n, 1<<(minShift+class)), class: class}
}

func (f *frame) free() {
	if f == nil || f.class < 0 {
		return
	}
	clear(f.data)
	f.data = f.data[:0]
	pools[f.class].Put(f)
}

var errTooLong = errors.New("frame is too long")

func readFrame(r io.Reader) (*frame, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	n := binary.BigEndian.Uint32(head[:])
	if n > 1<<16 {
		return nil, errTooLong
	}
	f := newFrame(int(n))
	if _, err := io.ReadFull(r, f.data); err != nil {
		f.free()
		return nil, fmt.Errorf("torn frame of %d: %w", n, err)
	}
	return f, nil
}

func writeFrame(w io.Writer, f *frame) error {
	if err := binary.Write(w, binary.BigEndian, uint32(len(f.data))); err != nil {
		return err
	}
	_, err := w.Write(f.data)
	return err
}

// upper returns a new frame; the caller owns both.
func upper(f *frame) *frame {
	up := newFrame(len(f.data))
	for i, c := range f.data {
		if 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		up.data[i] = c
	}
	return up
}

func echo(rw io.ReadWriter) (n int, err error) {
	for {
		in, err := readFrame(rw)
		if err == io.EOF {
			return n, nil
		} else if err != nil {
			return n, err
		}
		out := upper(in)
		in.free()
		err = writeFrame(rw, out)
		out.free()
		if err != nil {
			return n, err
		}
		n++
	}
}

type duplex struct {
	io.Reader
	io.Writer
}

func main() {
	var requests, answers bytes.Buffer
	for _, n := range []int{0, 3, 32, 33, 500, 1024, 1025, 4000} {
		f := newFrame(n)
		copy(f.data, bytes.Repeat([]byte("q"), n))
		if err := writeFrame(&requests, f); err != nil {
			panic(err)
		}
		f.free()
	}
	requests.Write([]byte{0, 0, 0, 9, 'x'})
	n, err := echo(duplex{&requests, &answers})
	fmt.Println(n, err, bytes.Count(answers.Bytes(), []byte("Q")))
	requests.Write([]byte{0xff, 0, 0, 0})
	_, err = echo(duplex{&requests, &answers})
	fmt.Println(err)
}
