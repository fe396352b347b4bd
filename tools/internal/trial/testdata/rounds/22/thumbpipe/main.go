// truth: correct

// Command thumbpipe scales images in stages; the first error stops the pipeline.
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type image struct {
	id     int
	w, h   int
	pixels []uint8
}

var images = rcpool.Pool[image]{
	Name:  "images",
	Reset: func(im *image) { *im = image{pixels: im.pixels[:0]} },
}

type stage func(*image) error

type pipeline struct {
	stages []stage
	once   sync.Once
	err    error
	cancel context.CancelFunc
}

func (p *pipeline) fail(err error) {
	p.once.Do(func() {
		p.err = err
		p.cancel()
	})
}

// link runs one stage. It closes out when in is drained.
func (p *pipeline) link(ctx context.Context, do stage, in <-chan rcpool.Ref[image], out chan<- rcpool.Ref[image]) {
	defer close(out)
	for im := range in {
		if ctx.Err() != nil {
			im.Release()
			continue
		}
		if err := do(im.Value()); err != nil {
			p.fail(fmt.Errorf("image %d: %w", im.Value().id, err))
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

func (p *pipeline) run(n int, emit func(*image)) error {
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	defer cancel()
	source := make(chan rcpool.Ref[image])
	var wg sync.WaitGroup
	var last <-chan rcpool.Ref[image] = source
	for _, do := range p.stages {
		in, out := last, make(chan rcpool.Ref[image], 1)
		wg.Go(func() { p.link(ctx, do, in, out) })
		last = out
	}
	wg.Go(func() {
		defer close(source)
		for i := range n {
			im := images.Get()
			v := im.Value()
			v.id, v.w, v.h = i, 4, 4
			for range v.w * v.h {
				v.pixels = append(v.pixels, uint8(i))
			}
			select {
			case source <- im:
			case <-ctx.Done():
				im.Release()
				return
			}
		}
	})
	for im := range last {
		emit(im.Value())
		im.Release()
	}
	wg.Wait()
	return p.err
}

func halve(im *image) error {
	im.w, im.h = im.w/2, im.h/2
	im.pixels = im.pixels[:im.w*im.h]
	return nil
}

func check(bad int) stage {
	return func(im *image) error {
		if im.id == bad {
			return errors.New("corrupt")
		}
		return nil
	}
}

func main() {
	for _, bad := range []int{-1, 3} {
		p := &pipeline{stages: []stage{halve, check(bad), halve}}
		count := 0
		err := p.run(8, func(im *image) { count += len(im.pixels) })
		fmt.Println(err, count <= 8)
	}
}
