// truth: correct
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"
)

const side = 32

// raster holds the pixels that a decoder writes and a scaler reads.
type raster struct {
	w, h int
	pix  []byte
}

func (r *raster) size(w, h int) {
	r.w, r.h = w, h
	if n := w * h; cap(r.pix) < n {
		r.pix = make([]byte, n)
	} else {
		r.pix = r.pix[:n]
		clear(r.pix)
	}
}

var rasters = sync.Pool{New: func() any { return new(raster) }}

func putRaster(r *raster) {
	if cap(r.pix) > side*side*16 {
		return // a giant, the collector takes it
	}
	r.w, r.h, r.pix = 0, 0, r.pix[:0]
	rasters.Put(r)
}

var errDims = errors.New("bad dimensions")

// decode returns a raster, which the caller puts back.
func decode(in io.Reader) (*raster, error) {
	var head [2]byte
	if _, err := io.ReadFull(in, head[:]); err != nil {
		return nil, err
	}
	if head[0] == 0 || head[1] == 0 {
		return nil, errDims
	}
	r := rasters.Get().(*raster)
	r.size(int(head[0]), int(head[1]))
	if _, err := io.ReadFull(in, r.pix); err != nil && err != io.ErrUnexpectedEOF {
		putRaster(r)
		return nil, err
	}
	return r, nil // what is missing is black
}

// scale replaces src with a raster of half the size.
func scale(src *raster) *raster {
	dst := rasters.Get().(*raster)
	dst.size((src.w+1)/2, (src.h+1)/2)
	for y := range dst.h {
		for x := range dst.w {
			dst.pix[y*dst.w+x] = src.pix[2*y*src.w+2*x]
		}
	}
	putRaster(src)
	return dst
}

func thumbnail(in io.Reader) ([]byte, error) {
	r, err := decode(in)
	if err != nil {
		return nil, err
	}
	for r.w > side || r.h > side {
		r = scale(r)
	}
	defer putRaster(r)
	if r.w == 1 && r.h == 1 {
		return nil, errDims
	}
	return append([]byte{byte(r.w), byte(r.h)}, r.pix...), nil
}

func image(w, h int, pixels int) io.Reader {
	data := []byte{byte(w), byte(h)}
	for i := range pixels {
		data = append(data, byte(i))
	}
	return bytes.NewReader(data)
}

func main() {
	var wg sync.WaitGroup
	sums := make([]string, 12)
	for i := range sums {
		wg.Go(func() {
			w, h := 20*i, 30+i
			thumb, err := thumbnail(image(w, h, w*h-i))
			if err != nil {
				sums[i] = err.Error()
				return
			}
			n := 0
			for _, b := range thumb {
				n += int(b)
			}
			sums[i] = fmt.Sprint(thumb[0], "x", thumb[1], " ", n)
		})
	}
	wg.Wait()
	for _, s := range sums {
		fmt.Println(s)
	}
}
