// truth: leak line 72 callee

// Command thumbnails scales images on pooled canvases.
package main

import (
	"errors"
	"fmt"
	"log"
	"sync"
	"sync/atomic"
)

const side = 64

type canvas struct {
	pix           [side * side]byte
	width, height int
}

var allocated atomic.Int64

var canvases = sync.Pool{New: func() any {
	allocated.Add(1)
	return new(canvas)
}}

func getCanvas(width, height int) *canvas {
	c := canvases.Get().(*canvas)
	clear(c.pix[:])
	c.width, c.height = width, height
	return c
}

func putCanvas(c *canvas) { canvases.Put(c) }

func (c *canvas) set(x, y int, v byte) { c.pix[y*side+x] = v }

func (c *canvas) sum() (total int) {
	for y := range c.height {
		for _, v := range c.pix[y*side : y*side+c.width] {
			total += int(v)
		}
	}
	return total
}

var errSize = errors.New("image is too large")

type image func(x, y int) byte

// Average returns the mean brightness.
func Average(img image, width, height int) (int, error) {
	if width > side || height > side {
		return 0, errSize
	}
	c := getCanvas(width, height)
	defer putCanvas(c)
	for y := range height {
		for x := range width {
			c.set(x, y, img(x, y))
		}
	}
	return c.sum() / (width * height), nil
}

// Weight returns the brightness of the image scaled to half its size.
func Weight(img image, width, height int) (int, error) {
	if width > 2*side || height > 2*side {
		return 0, errSize
	}
	c := getCanvas(width/2, height/2)
	for y := range c.height {
		for x := range c.width {
			c.set(x, y, img(2*x, 2*y)/2+img(2*x+1, 2*y+1)/2)
		}
	}
	return c.sum(), nil
}

func main() {
	flat := func(x, y int) byte { return 10 }
	for range 200 {
		if mean, err := Average(flat, 32, 32); err != nil || mean != 10 {
			log.Fatal(mean, err)
		}
	}
	averages := allocated.Load()
	for range 200 {
		if weight, err := Weight(flat, 64, 64); err != nil || weight != 32*32*10 {
			log.Fatal(weight, err)
		}
	}
	if _, err := Weight(flat, 500, 1); err != errSize {
		log.Fatal(err)
	}
	fmt.Println("canvases for averages:", averages, "for weights:", allocated.Load()-averages)
}
