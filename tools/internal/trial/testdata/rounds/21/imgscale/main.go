// truth: wrong-pool line 62 callee
package main

import (
	"errors"
	"fmt"
	"sync"
)

const (
	maxWidth = 512
	depth    = 4
)

var (
	planePool sync.Pool
	rowPool   sync.Pool
)

func getPlane() *[]byte {
	if p, ok := planePool.Get().(*[]byte); ok {
		return p
	}
	p := make([]byte, maxWidth*maxWidth)
	return &p
}

func putPlane(p *[]byte) { planePool.Put(p) }

func getRow() *[]byte {
	if r, ok := rowPool.Get().(*[]byte); ok {
		return r
	}
	r := make([]byte, maxWidth*depth)
	return &r
}

func putRow(r *[]byte) { rowPool.Put(r) }

type source interface {
	readRow(y int, row []byte) error
}

type generated struct{ w, h, broken int }

func (g generated) readRow(y int, row []byte) error {
	if y == g.broken {
		return errors.New("corrupt row")
	}
	for i := range row {
		row[i] = byte(i + y)
	}
	return nil
}

// luma turns an RGBA image into a plane and returns its checksum.
func luma(src source, w, h int) (uint32, error) {
	if w > maxWidth || h > maxWidth {
		return 0, fmt.Errorf("%dx%d is too large", w, h)
	}
	plane := getPlane()
	defer putRow(plane)
	row := getRow()
	defer putRow(row)
	for y := range h {
		pixels := (*row)[:w*depth]
		if err := src.readRow(y, pixels); err != nil {
			return 0, fmt.Errorf("row %d: %w", y, err)
		}
		for x := range w {
			p := pixels[x*depth:]
			(*plane)[y*w+x] = byte((int(p[0])*3 + int(p[1])*6 + int(p[2])) / 10)
		}
	}
	var sum uint32
	for _, v := range (*plane)[:w*h] {
		sum = sum*31 + uint32(v)
	}
	return sum, nil
}

func main() {
	for _, g := range []generated{{64, 64, -1}, {600, 10, -1}, {32, 16, 5}, {128, 100, -1}} {
		sum, err := luma(g, g.w, g.h)
		fmt.Println(sum, err)
	}
	r := getRow()
	fmt.Println(len(*r) == maxWidth*depth)
	putRow(r)
}
