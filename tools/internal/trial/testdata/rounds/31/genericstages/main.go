// truth: correct

// Command genericstages resizes thumbnails in a pipeline of generic stages.
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

// A stage turns one pooled object into another one.
type stage[In, Out any] struct {
	name    string
	pool    *rcpool.Pool[Out]
	workers int
	f       func(*In, *Out) error
}

// run closes the result when in is drained. It drains in also if ctx is done.
func (s stage[In, Out]) run(ctx context.Context, in <-chan rcpool.Ref[In], fail func(error)) <-chan rcpool.Ref[Out] {
	out := make(chan rcpool.Ref[Out])
	var wg sync.WaitGroup
	for range s.workers {
		wg.Go(func() {
			for ref := range in {
				made, err := s.one(ctx, ref)
				if err != nil {
					fail(fmt.Errorf("%s: %w", s.name, err))
					continue
				}
				select {
				case out <- made:
				case <-ctx.Done():
					made.Release()
				}
			}
		})
	}
	go func() {
		wg.Wait()
		close(out)
	}()
	return out
}

func (s stage[In, Out]) one(ctx context.Context, in rcpool.Ref[In]) (rcpool.Ref[Out], error) {
	defer in.Release()
	if err := ctx.Err(); err != nil {
		return rcpool.Ref[Out]{}, err
	}
	out := s.pool.Get()
	if err := s.f(in.Value(), out.Value()); err != nil {
		out.Release()
		return rcpool.Ref[Out]{}, err
	}
	return out, nil
}

type photo struct {
	id     int
	pixels []byte
}

func (p *photo) Reset() { p.id, p.pixels = 0, p.pixels[:0] }

type thumb struct {
	id  int
	sum int
	px  [16]byte
}

var (
	photos = rcpool.Pool[photo]{Name: "photos"}
	small  = rcpool.Pool[photo]{Name: "small"}
	thumbs = rcpool.Pool[thumb]{Name: "thumbs"}
)

func source(ctx context.Context, n int) <-chan rcpool.Ref[photo] {
	out := make(chan rcpool.Ref[photo])
	go func() {
		defer close(out)
		for i := range n {
			ref := photos.Get()
			p := ref.Value()
			p.id = i
			for k := range 64 {
				p.pixels = append(p.pixels, byte(i*k))
			}
			select {
			case out <- ref:
			case <-ctx.Done():
				ref.Release()
				return
			}
		}
	}()
	return out
}

func halve(in, out *photo) error {
	out.id = in.id
	for i := 0; i+1 < len(in.pixels); i += 2 {
		out.pixels = append(out.pixels, byte((int(in.pixels[i])+int(in.pixels[i+1]))/2))
	}
	return nil
}

func shrink(limit int) func(*photo, *thumb) error {
	return func(in *photo, out *thumb) error {
		if in.id >= limit {
			return errors.New("quota is used up")
		}
		out.id = in.id
		out.sum = copy(out.px[:], in.pixels)
		return nil
	}
}

func process(n, limit int) (done int, first error) {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	fail := func(err error) { cancel(err) }
	halved := stage[photo, photo]{"halve", &small, 3, halve}.run(ctx, source(ctx, n), fail)
	shrunk := stage[photo, thumb]{"shrink", &thumbs, 2, shrink(limit)}.run(ctx, halved, fail)
	for t := range shrunk {
		done += t.Value().sum
		t.Release()
	}
	return done, context.Cause(ctx)
}

func main() {
	fmt.Println(process(20, 100))
	_, err := process(50, 10)
	fmt.Println("stopped:", err)
}
