// truth: correct
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type image struct {
	name   string
	pixels []uint8
	w, h   int
}

func (im *image) Reset() { *im = image{pixels: im.pixels[:0]} }

var images = rcpool.Pool[image]{Name: "images"}

type stage func(*image) error

// work passes each image on after the stage has worked on it. It drains in.
func work(ctx context.Context, in <-chan rcpool.Ref[image], out chan<- rcpool.Ref[image], s stage, fail func(error)) {
	defer close(out)
	for im := range in {
		if ctx.Err() != nil {
			im.Release()
			continue
		}
		if err := s(im.Value()); err != nil {
			fail(fmt.Errorf("%s: %w", im.Value().name, err))
			im.Release()
			continue
		}
		select {
		case out <- im:
		case <-ctx.Done():
			im.Release()
		}
	}
}

func source(ctx context.Context, n int) <-chan rcpool.Ref[image] {
	out := make(chan rcpool.Ref[image])
	go func() {
		defer close(out)
		for i := range n {
			im := images.Get()
			v := im.Value()
			v.name = fmt.Sprintf("img%02d", i)
			v.w, v.h = 8, 8
			for p := range v.w * v.h {
				v.pixels = append(v.pixels, uint8(p*i))
			}
			select {
			case out <- im:
			case <-ctx.Done():
				im.Release()
				return
			}
		}
	}()
	return out
}

var errCorrupt = errors.New("corrupt")

func halve(im *image) error {
	kept := im.pixels[:0]
	for i := 0; i < len(im.pixels); i += 2 {
		kept = append(kept, im.pixels[i])
	}
	im.pixels = kept
	im.w /= 2
	return nil
}

func check(bad string) stage {
	return func(im *image) error {
		if im.name == bad || len(im.pixels) != im.w*im.h {
			return errCorrupt
		}
		return nil
	}
}

func run(n int, bad string) (count int, err error) {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	next := source(ctx, n)
	var wg sync.WaitGroup
	for _, s := range []stage{halve, check(bad), halve} {
		in, out := next, make(chan rcpool.Ref[image], 2)
		wg.Go(func() { work(ctx, in, out, s, cancel) })
		next = out
	}
	for im := range next {
		count++
		im.Release()
	}
	wg.Wait()
	return count, context.Cause(ctx)
}

func main() {
	fmt.Println(run(10, ""))
	_, err := run(10, "img04")
	fmt.Println(err)
}
