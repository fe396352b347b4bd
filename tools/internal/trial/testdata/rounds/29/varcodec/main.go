// truth: correct

// Command varcodec encodes time series with delta and varint coding into
// pooled scratch space, and writes length-prefixed blocks.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
)

const maxScratch = 16 << 10

var scratch = sync.Pool{New: func() any {
	b := make([]byte, 0, 512)
	return &b
}}

func getScratch() *[]byte { return scratch.Get().(*[]byte) }

func putScratch(b *[]byte) {
	if cap(*b) > maxScratch {
		return
	}
	*b = (*b)[:0]
	scratch.Put(b)
}

type point struct {
	at    int64
	value int64
}

func appendSeries(dst []byte, points []point) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(points)))
	var prev point
	for _, p := range points {
		dst = binary.AppendVarint(dst, p.at-prev.at)
		dst = binary.AppendVarint(dst, p.value-prev.value)
		prev = p
	}
	return dst
}

type encoder struct {
	w      io.Writer
	blocks int
}

func (e *encoder) encode(points []point) error {
	buf := getScratch()
	defer putScratch(buf)
	*buf = appendSeries(*buf, points)
	var head [binary.MaxVarintLen32]byte
	n := binary.PutUvarint(head[:], uint64(len(*buf)))
	if _, err := e.w.Write(head[:n]); err != nil {
		return err
	}
	if _, err := e.w.Write(*buf); err != nil {
		return err
	}
	e.blocks++
	return nil
}

type byteScanner interface {
	io.Reader
	io.ByteReader
}

type decoder struct{ r byteScanner }

var errCorrupt = errors.New("corrupt block")

// decode appends the points of the next block to dst.
func (d *decoder) decode(dst []point) ([]point, error) {
	size, err := binary.ReadUvarint(d.r)
	if err != nil {
		return dst, err
	}
	if size > 1<<20 {
		return dst, errCorrupt
	}
	buf := getScratch()
	defer putScratch(buf)
	if cap(*buf) < int(size) {
		*buf = make([]byte, size)
	}
	*buf = (*buf)[:size]
	if _, err := io.ReadFull(d.r, *buf); err != nil {
		return dst, err
	}
	rest := *buf
	next := func() (v int64) {
		if err != nil {
			return 0
		}
		v, n := binary.Varint(rest)
		if n <= 0 {
			err = errCorrupt
			return 0
		}
		rest = rest[n:]
		return v
	}
	count, n := binary.Uvarint(rest)
	if n <= 0 {
		return dst, errCorrupt
	}
	rest = rest[n:]
	var p point
	for range count {
		p.at += next()
		p.value += next()
		if err != nil {
			return dst, err
		}
		dst = append(dst, p)
	}
	return dst, nil
}

func main() {
	var disk bytes.Buffer
	e := &encoder{w: &disk}
	for s := range 4 {
		var points []point
		for i := range 300 * s {
			points = append(points, point{int64(1000 + i*15), int64(i * i % 97)})
		}
		if err := e.encode(points); err != nil {
			panic(err)
		}
	}
	d := &decoder{r: &disk}
	var all []point
	for {
		var err error
		if all, err = d.decode(all); err == io.EOF {
			break
		} else if err != nil {
			panic(err)
		}
	}
	fmt.Println(e.blocks, len(all), all[len(all)-1])
	_, err := (&decoder{bytes.NewReader([]byte{3, 9, 1, 1})}).decode(nil)
	fmt.Println(err)
}
