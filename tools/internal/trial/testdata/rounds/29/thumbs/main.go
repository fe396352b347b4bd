// truth: detach line 79 plain

// Command thumbs makes thumbnails. Popular ones move to a permanent gallery,
// which takes the image out of its pool.
package main

import (
	"errors"
	"fmt"
	"image/color"
	"sync"

	"github.com/rcpool/rcpool"
)

type Bitmap struct {
	w, h int
	pix  []color.RGBA
}

func (b *Bitmap) Reset() {
	b.w, b.h = 0, 0
	b.pix = b.pix[:0]
}

var bitmaps = rcpool.Pool[Bitmap]{Name: "thumbs.bitmaps"}

var errEmpty = errors.New("image is empty")

func render(name string, w, h int) (rcpool.Ref[Bitmap], error) {
	if w*h == 0 {
		return rcpool.Ref[Bitmap]{}, fmt.Errorf("%s: %w", name, errEmpty)
	}
	ref := bitmaps.Get()
	b := ref.Value()
	b.w, b.h = w, h
	for i := range w * h {
		c := name[i%len(name)]
		b.pix = append(b.pix, color.RGBA{c, c / 2, byte(i), 255})
	}
	return ref, nil
}

type gallery struct {
	mu     sync.Mutex
	images map[string]*Bitmap
}

func (g *gallery) keep(name string, b *Bitmap) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.images[name] = b
}

func average(b *Bitmap) (sum int) {
	for _, c := range b.pix {
		sum += int(c.R)
	}
	return sum / len(b.pix)
}

type service struct {
	gallery  gallery
	popular  map[string]bool
	averages chan int
	work     sync.WaitGroup
}

// publish makes a thumbnail and returns its number of pixels. Statistics are
// computed beside the rest.
func (s *service) publish(name string, w, h int) (int, error) {
	img, err := render(name, w, h)
	if err != nil {
		return 0, err
	}
	stats := img.Retain()
	n := len(img.Value().pix)
	if s.popular[name] {
		s.gallery.keep(name, img.Detach())
		s.averages <- average(stats.Value())
		stats.Release()
		return n, nil
	}
	s.work.Go(func() {
		defer stats.Release()
		s.averages <- average(stats.Value())
	})
	img.Release()
	return n, nil
}

func main() {
	s := &service{
		gallery:  gallery{images: map[string]*Bitmap{}},
		popular:  map[string]bool{"sunset": true},
		averages: make(chan int, 16),
	}
	fmt.Println(s.publish("kitten", 8, 8))
	fmt.Println(s.publish("void", 0, 8))
	fmt.Println(s.publish("harbour", 4, 4))
	fmt.Println(s.publish("sunset", 6, 4))
	s.work.Wait()
	close(s.averages)
	total := 0
	for a := range s.averages {
		total += a
	}
	fmt.Println(total > 0, len(s.gallery.images))
}
