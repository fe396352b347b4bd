// truth: correct

// Thumbnails is a staged image pipeline: decode, scale, encode. The stages are
// generic and bounded, and an error stops all of them.
package main

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"

	"github.com/rcpool/rcpool"
)

type bitmap struct {
	name string
	w, h int
	pix  []byte
}

func (b *bitmap) Reset() { *b = bitmap{pix: b.pix[:0]} }

func (b *bitmap) resize(w, h int) {
	b.w, b.h = w, h
	if cap(b.pix) < w*h {
		b.pix = make([]byte, w*h)
	}
	b.pix = b.pix[:w*h]
	clear(b.pix)
}

var (
	full   = rcpool.Pool[bitmap]{Name: "full", Keep: func(b *bitmap) bool { return cap(b.pix) <= 1<<20 }}
	thumbs = rcpool.Pool[bitmap]{Name: "thumbs"}
)

var errCorrupt = errors.New("corrupt image")

type job = rcpool.Ref[bitmap]

// stage runs f on everything that comes in. f owns its argument, and the stage
// owns the result.
func stage[In any](ctx context.Context, g *errgroup.Group, in <-chan In, f func(In) (job, error), drop func(In)) <-chan job {
	out := make(chan job)
	g.Go(func() error {
		defer close(out)
		defer func() {
			for rest := range in {
				drop(rest)
			}
		}()
		for item := range in {
			result, err := f(item)
			if err != nil {
				return err
			}
			select {
			case out <- result:
			case <-ctx.Done():
				result.Release()
				return ctx.Err()
			}
		}
		return nil
	})
	return out
}

func decode(name string) (job, error) {
	img := full.Get()
	defer rcpool.Drop(&img)
	b := img.Value()
	b.name = name
	if name == "bad.png" {
		return job{}, fmt.Errorf("%s: %w", name, errCorrupt)
	}
	b.resize(16, 16)
	for i := range b.pix {
		b.pix[i] = byte(i + len(name))
	}
	return rcpool.Move(&img), nil
}

func scale(src job) (job, error) {
	defer src.Release()
	dst := thumbs.Get()
	s, d := src.Value(), dst.Value()
	d.name = s.name
	d.resize(s.w/4, s.h/4)
	for y := range d.h {
		for x := range d.w {
			d.pix[y*d.w+x] = s.pix[4*y*s.w+4*x]
		}
	}
	return dst, nil
}

func run(names []string) (map[string]int, error) {
	g, ctx := errgroup.WithContext(context.Background())
	feed := make(chan string)
	g.Go(func() error {
		defer close(feed)
		for _, name := range names {
			select {
			case feed <- name:
			case <-ctx.Done():
				return nil
			}
		}
		return nil
	})
	decoded := stage(ctx, g, feed, decode, func(string) {})
	scaled := stage(ctx, g, decoded, scale, job.Release)
	sizes := map[string]int{}
	for img := range scaled {
		sizes[img.Value().name] = len(img.Value().pix)
		img.Release()
	}
	return sizes, g.Wait()
}

func main() {
	fmt.Println(run([]string{"a.png", "bb.png", "ccc.png"}))
	_, err := run([]string{"a.png", "bad.png", "c.png", "d.png"})
	fmt.Println(errors.Is(err, errCorrupt), full.Stats().InUse, thumbs.Stats().InUse)
}
