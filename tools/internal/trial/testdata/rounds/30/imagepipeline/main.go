// truth: correct

// Command imagepipeline runs typed stages over tiles: decode, filter, store.
// A stage that fails cancels the others, and whatever is in flight goes back.
package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
	"golang.org/x/sync/errgroup"
)

type tile struct {
	x, y int
	px   [64]uint8
}

var tiles = rcpool.Pool[tile]{Name: "tiles"}

var errSkip = errors.New("skip")

// emit hands ref over to out, or releases it when ctx ends first.
func emit[T any](ctx context.Context, out chan<- rcpool.Ref[T], ref rcpool.Ref[T]) error {
	select {
	case out <- ref:
		return nil
	case <-ctx.Done():
		ref.Release()
		return ctx.Err()
	}
}

// drain releases what nobody receives any more; in must be closed or closing.
func drain[T any](in <-chan rcpool.Ref[T]) {
	for ref := range in {
		ref.Release()
	}
}

// stage applies f to each element. f borrows; errSkip removes the element.
func stage[T any](ctx context.Context, g *errgroup.Group, in <-chan rcpool.Ref[T], f func(*T) error) <-chan rcpool.Ref[T] {
	out := make(chan rcpool.Ref[T], 1)
	g.Go(func() error {
		defer close(out)
		defer drain(in)
		for ref := range in {
			switch err := f(ref.Value()); {
			case errors.Is(err, errSkip):
				ref.Release()
			case err != nil:
				ref.Release()
				return err
			default:
				if err := emit(ctx, out, ref); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return out
}

func source(ctx context.Context, g *errgroup.Group, n int) <-chan rcpool.Ref[tile] {
	out := make(chan rcpool.Ref[tile])
	g.Go(func() error {
		defer close(out)
		for i := range n {
			ref := tiles.Get()
			t := ref.Value()
			t.x, t.y = i%4, i/4
			for k := range t.px {
				t.px[k] = uint8(i * k)
			}
			if err := emit(ctx, out, ref); err != nil {
				return err
			}
		}
		return nil
	})
	return out
}

func render(ctx context.Context, n, bad int) (stored int, err error) {
	g, ctx := errgroup.WithContext(ctx)
	dark := stage(ctx, g, source(ctx, g, n), func(t *tile) error {
		if t.x == 0 {
			return errSkip
		}
		for i := range t.px {
			t.px[i] /= 2
		}
		return nil
	})
	checked := stage(ctx, g, dark, func(t *tile) error {
		if 4*t.y+t.x == bad {
			return fmt.Errorf("tile %d,%d is corrupt", t.x, t.y)
		}
		return nil
	})
	g.Go(func() error {
		for ref := range checked {
			if ref.Value().px[1] < 128 {
				stored++
			}
			ref.Release()
		}
		return nil
	})
	err = g.Wait()
	return stored, err
}

func main() {
	fmt.Println(render(context.Background(), 16, -1))
	_, err := render(context.Background(), 40, 22)
	fmt.Println(err)
}
