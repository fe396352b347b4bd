// truth: use-after-release line 74 callee

// Thumbs renders previews and tells how much each one took.
package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
)

type Canvas struct {
	Width, Height int
	Pixels        []byte
}

func (c *Canvas) Reset() { *c = Canvas{Pixels: c.Pixels[:0]} }

var canvases = rcpool.Pool[Canvas]{Name: "canvases"}

var errSize = errors.New("bad size")

type Sink struct {
	w     io.Writer
	bytes int
}

// finish writes the canvas out and ends it.
func (s *Sink) finish(ref rcpool.Ref[Canvas]) error {
	defer ref.Release()
	c := ref.Value()
	for y := range c.Height {
		row := c.Pixels[y*c.Width : (y+1)*c.Width]
		n, err := fmt.Fprintf(s.w, "%s\n", row)
		s.bytes += n
		if err != nil {
			return err
		}
	}
	return nil
}

// open returns a canvas that the caller hands to finish.
func open(width, height int) (rcpool.Ref[Canvas], error) {
	if width <= 0 || height <= 0 || width*height > 4096 {
		return rcpool.Ref[Canvas]{}, errSize
	}
	ref := canvases.Get()
	c := ref.Value()
	c.Width, c.Height = width, height
	for range width * height {
		c.Pixels = append(c.Pixels, '.')
	}
	return ref, nil
}

func preview(s *Sink, width, height int) (ratio float64, err error) {
	canvas, err := open(width, height)
	if err != nil {
		return 0, err
	}
	c := canvas.Value()
	for i := range min(width, height) {
		c.Pixels[i*width+i] = '#'
	}
	before := s.bytes
	if err := s.finish(canvas); err != nil {
		return 0, err
	}
	used := s.bytes - before
	return float64(used) / float64(len(canvas.Value().Pixels)), nil
}

func main() {
	var out strings.Builder
	s := &Sink{w: &out}
	_, err := preview(s, 0, 3)
	fmt.Println(err)
	fmt.Println(preview(s, 5, 3))
	fmt.Println(out.String())
}
