// truth: wrong-pool line 51 plain
package main

import (
	"errors"
	"fmt"
	"sync"
)

type raster struct {
	w, h int
	px   []byte
}

var (
	thumbs = sync.Pool{New: func() any { return &raster{px: make([]byte, 64*64)} }}
	sheets = sync.Pool{New: func() any { return &raster{px: make([]byte, 512*512)} }}
)

type page struct {
	number int
	ink    byte
}

func (r *raster) clear(w, h int) {
	r.w, r.h = w, h
	clear(r.px)
}

func (r *raster) fill(ink byte) (sum int) {
	for i := range r.w * r.h {
		r.px[i] = ink
		sum += int(ink)
	}
	return sum
}

// rasterize draws the page at full size, and then its thumbnail.
func rasterize(p page) (full, thumb int, err error) {
	if p.number < 1 {
		return 0, 0, errors.New("no such page")
	}
	sheet := sheets.Get().(*raster)
	sheet.clear(512, 512)
	full = sheet.fill(p.ink)

	small := thumbs.Get().(*raster)
	defer thumbs.Put(small)
	small.clear(64, 64)
	thumb = small.fill(sheet.px[0])
	thumbs.Put(sheet)
	return full, thumb, nil
}

func main() {
	big := 0
	for i := range 8 {
		full, thumb, err := rasterize(page{number: i, ink: byte(i)})
		fmt.Println(full, thumb, err)
	}
	for range 4 {
		r := thumbs.Get().(*raster)
		defer thumbs.Put(r)
		if len(r.px) > 64*64 {
			big++
		}
	}
	fmt.Println("thumbnails with the memory of a sheet:", big > 0)
}
