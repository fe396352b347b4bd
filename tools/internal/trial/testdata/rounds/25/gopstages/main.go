// truth: correct

// Command gopstages runs groups of pictures through a cancellable transcoder.
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type GOP struct {
	Seq     int
	Frames  [][]byte
	Bitrate int
}

func (g *GOP) Reset() {
	clear(g.Frames)
	g.Seq, g.Bitrate, g.Frames = 0, 0, g.Frames[:0]
}

var gops rcpool.Pool[GOP]

type stageFunc func(*GOP) error

// stage applies f to each object and owns it meanwhile; it drains in to the end.
func stage[T any](ctx context.Context, in <-chan rcpool.Ref[T], n int, f func(*T) error, fail func(error)) <-chan rcpool.Ref[T] {
	out := make(chan rcpool.Ref[T])
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			for ref := range in {
				if ctx.Err() != nil {
					ref.Release()
					continue
				}
				if err := f(ref.Value()); err != nil {
					fail(err)
					ref.Release()
					continue
				}
				select {
				case out <- ref:
				case <-ctx.Done():
					ref.Release()
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

func demux(ctx context.Context, total int) <-chan rcpool.Ref[GOP] {
	out := make(chan rcpool.Ref[GOP], 2)
	go func() {
		defer close(out)
		for i := range total {
			ref := gops.Get()
			g := ref.Value()
			g.Seq = i
			for j := range 3 {
				g.Frames = append(g.Frames, make([]byte, 8*(j+1)))
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

func scale(g *GOP) error {
	for i := range g.Frames {
		g.Frames[i] = g.Frames[i][:len(g.Frames[i])/2]
	}
	return nil
}

func encode(poison int) stageFunc {
	return func(g *GOP) error {
		if g.Seq == poison {
			return fmt.Errorf("gop %d: corrupt macroblock", g.Seq)
		}
		for _, f := range g.Frames {
			g.Bitrate += len(f) * 8
		}
		return nil
	}
}

func transcode(parent context.Context, total, poison int) (done int, err error) {
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	scaled := stage(ctx, demux(ctx, total), 2, scale, cancel)
	coded := stage(ctx, scaled, 3, encode(poison), cancel)
	for ref := range coded {
		if ref.Value().Bitrate > 0 {
			done++
		}
		ref.Release()
	}
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		return done, cause
	}
	return done, nil
}

func main() {
	n, err := transcode(context.Background(), 50, -1)
	fmt.Println(n, err)
	_, err = transcode(context.Background(), 50, 9)
	fmt.Println(err)
	check()
}
