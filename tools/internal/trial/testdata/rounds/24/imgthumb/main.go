// truth: detach line 79 plain

// Command imgthumb scales images down and hands the result to a caller that
// keeps it for as long as it likes.
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Gray struct {
	W, H   int
	Pixels []byte
}

var images = rcpool.Pool[Gray]{
	Name:  "images",
	Reset: func(g *Gray) { g.W, g.H, g.Pixels = 0, 0, g.Pixels[:0] },
	Keep:  func(g *Gray) bool { return cap(g.Pixels) <= 1<<16 },
}

func newImage(w, h int) rcpool.Ref[Gray] {
	ref := images.Get()
	g := ref.Value()
	g.W, g.H = w, h
	if cap(g.Pixels) < w*h {
		g.Pixels = make([]byte, w*h)
	}
	g.Pixels = g.Pixels[:w*h]
	return ref
}

var errSize = errors.New("image cannot be scaled")

func (g *Gray) scale(to *Gray) {
	fx, fy := g.W/to.W, g.H/to.H
	for y := range to.H {
		for x := range to.W {
			sum := 0
			for dy := range fy {
				for dx := range fx {
					sum += int(g.Pixels[(y*fy+dy)*g.W+x*fx+dx])
				}
			}
			to.Pixels[y*to.W+x] = byte(sum / (fx * fy))
		}
	}
}

func (g *Gray) mean() (m int) {
	for _, p := range g.Pixels {
		m += int(p)
	}
	return m / len(g.Pixels)
}

type thumbnailer struct {
	means chan int
	wg    sync.WaitGroup
}

// thumb borrows the object of src. The caller owns the result for good.
func (t *thumbnailer) thumb(src *Gray, factor int) (*Gray, error) {
	if factor <= 0 || src.W%factor != 0 || src.H%factor != 0 {
		return nil, fmt.Errorf("%w: %dx%d by %d", errSize, src.W, src.H, factor)
	}
	small := newImage(src.W/factor, src.H/factor)
	src.scale(small.Value())
	if factor == 1 {
		return small.Detach(), nil
	}
	stats := small.Retain()
	defer stats.Release()
	t.means <- stats.Value().mean()
	return small.Detach(), nil
}

func main() {
	src := newImage(64, 48)
	defer src.Release()
	for i := range src.Value().Pixels {
		src.Value().Pixels[i] = byte(i * 7)
	}
	t := &thumbnailer{means: make(chan int, 8)}
	defer close(t.means)
	for _, factor := range []int{1, 5, 4, 0} {
		small, err := t.thumb(src.Value(), factor)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(small.W, small.H, small.mean())
	}
}
