// truth: correct

// Command tilerender cuts a picture into tiles, filters them on several
// goroutines, and composes a thumbnail while viewers look at the same picture.
package main

import (
	"errors"
	"fmt"
	"image"
	"sync"

	"github.com/rcpool/rcpool"
)

const side = 64

type Canvas struct {
	W, H int
	Pix  []uint8
}

func (c *Canvas) at(x, y int) uint8 { return c.Pix[y*c.W+x] }

type Studio struct {
	canvases rcpool.Pool[Canvas]
	workers  int
}

func NewStudio(workers int) *Studio {
	s := &Studio{workers: workers}
	s.canvases.Name = "canvases"
	s.canvases.Reset = func(c *Canvas) { *c = Canvas{Pix: c.Pix[:0]} }
	s.canvases.Memory = func(c *Canvas) []byte { return c.Pix[:cap(c.Pix)] }
	return s
}

// canvas returns a blank canvas that the caller owns.
func (s *Studio) canvas(w, h int) rcpool.Ref[Canvas] {
	ref := s.canvases.Get()
	c := ref.Value()
	c.W, c.H = w, h
	if n := w * h; cap(c.Pix) < n {
		c.Pix = make([]uint8, n)
	} else {
		c.Pix = c.Pix[:n]
		clear(c.Pix)
	}
	return ref
}

func tiles(w, h, size int) (rects []image.Rectangle) {
	for y := 0; y < h; y += size {
		for x := 0; x < w; x += size {
			rects = append(rects, image.Rect(x, y, min(x+size, w), min(y+size, h)))
		}
	}
	return rects
}

// Blur returns a blurred copy of src, which it borrows.
func (s *Studio) Blur(src *Canvas) (rcpool.Ref[Canvas], error) {
	if src.W == 0 || src.H == 0 {
		return rcpool.Ref[Canvas]{}, errors.New("empty picture")
	}
	out := s.canvas(src.W, src.H)
	var wg sync.WaitGroup
	slots := make(chan struct{}, s.workers)
	for _, r := range tiles(src.W, src.H, 16) {
		slots <- struct{}{}
		wg.Go(out.Hold(func(dst *Canvas) {
			defer func() { <-slots }()
			blurTile(dst, src, r)
		}))
	}
	wg.Wait()
	return out, nil
}

func blurTile(dst, src *Canvas, r image.Rectangle) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			sum, n := 0, 0
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					if p := image.Pt(x+dx, y+dy); p.In(image.Rect(0, 0, src.W, src.H)) {
						sum += int(src.at(p.X, p.Y))
						n++
					}
				}
			}
			dst.Pix[y*dst.W+x] = uint8(sum / n)
		}
	}
}

func (s *Studio) shrink(src *Canvas, by int) rcpool.Ref[Canvas] {
	small := s.canvas(src.W/by, src.H/by)
	c := small.Value()
	for y := range c.H {
		for x := range c.W {
			c.Pix[y*c.W+x] = src.at(x*by, y*by)
		}
	}
	return small
}

// Thumbnail borrows the picture and returns a reference that the caller owns.
func (s *Studio) Thumbnail(picture *rcpool.Ref[Canvas], by int) (rcpool.Ref[Canvas], error) {
	if by == 1 {
		return picture.Retain(), nil
	}
	blurred, err := s.Blur(picture.Value())
	if err != nil {
		return blurred, err
	}
	defer blurred.Release()
	return s.shrink(blurred.Value(), by), nil
}

func main() {
	s := NewStudio(3)
	picture := s.canvas(side, side)
	defer picture.Release()
	for i := range picture.Value().Pix {
		picture.Value().Pix[i] = uint8(i % 251)
	}
	for _, by := range []int{1, 2, 8} {
		thumb, err := s.Thumbnail(&picture, by)
		if err != nil {
			fmt.Println(err)
			continue
		}
		t := thumb.Value()
		fmt.Println(t.W, t.H, t.at(t.W-1, t.H-1))
		thumb.Release()
	}
	empty := s.canvas(0, 0)
	_, err := s.Thumbnail(&empty, 4)
	fmt.Println(err)
	empty.Release()
}
