// truth: escape line 54 plain

// Command framepreview scales video frames and shows every tenth of them in a
// preview that is drawn elsewhere.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

const width, height = 32, 18

type picture struct {
	pts  int
	luma [width * height]uint8
}

var pictures = rcpool.Pool[picture]{Name: "pictures"}

type encoder struct{ bytes, frames int }

func (e *encoder) encode(p *picture) error {
	if p.pts < 0 {
		return fmt.Errorf("frame %d: bad time stamp", p.pts)
	}
	run, last := 0, p.luma[0]
	for _, y := range p.luma {
		if y != last {
			run, last = run+2, y
		}
	}
	e.bytes += run
	e.frames++
	return nil
}

type transcoder struct {
	enc     encoder
	preview chan *picture
	every   int
}

// frame takes ref over.
func (t *transcoder) frame(ref rcpool.Ref[picture]) error {
	defer ref.Release()
	p := ref.Value()
	for i := range p.luma {
		p.luma[i] = p.luma[i]/2 + 16
	}
	if t.every > 0 && p.pts%t.every == 0 {
		t.preview <- p
	}
	return t.enc.encode(p)
}

func draw(in <-chan *picture) (sum int) {
	for p := range in {
		for _, y := range p.luma {
			sum += int(y)
		}
	}
	return sum
}

func capture(pts int) rcpool.Ref[picture] {
	ref := pictures.Get()
	p := ref.Value()
	p.pts = pts
	for i := range p.luma {
		p.luma[i] = uint8(i * pts)
	}
	return ref
}

func main() {
	t := &transcoder{preview: make(chan *picture, 4), every: 10}
	var screen sync.WaitGroup
	var total int
	screen.Go(func() { total = draw(t.preview) })
	for pts := range 40 {
		if err := t.frame(capture(pts)); err != nil {
			fmt.Println(err)
		}
	}
	close(t.preview)
	screen.Wait()
	fmt.Println(t.enc.frames, total > 0)
}
