// truth: correct

// Thumbpipe decodes, scales and stores pictures in three stages.
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Picture struct {
	Name   string
	Width  int
	Pixels []byte
}

var pictures = rcpool.Pool[Picture]{
	Name: "pictures",
	Reset: func(p *Picture) {
		*p = Picture{Pixels: p.Pixels[:0]}
	},
	Keep: func(p *Picture) bool { return cap(p.Pixels) <= 1<<16 },
}

var errFormat = errors.New("unknown format")

type picRef = rcpool.Ref[Picture]

type step func(*Picture) error

// pass runs f and hands the picture on. It takes ref over.
func pass(ctx context.Context, ref picRef, out chan<- picRef, f step) error {
	defer rcpool.Drop(&ref)
	if err := f(ref.Value()); err != nil {
		return err
	}
	select {
	case out <- ref:
		ref = picRef{} // the next stage has it
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func stage(ctx context.Context, in <-chan picRef, f step) <-chan picRef {
	out := make(chan picRef)
	go func() {
		defer close(out)
		for ref := range in {
			if err := pass(ctx, ref, out, f); err != nil {
				fmt.Println("skipped:", err)
			}
		}
	}()
	return out
}

func source(ctx context.Context, names []string) <-chan picRef {
	out := make(chan picRef)
	go func() {
		defer close(out)
		for _, name := range names {
			err := pass(ctx, pictures.Get(), out, func(p *Picture) error {
				p.Name = name
				return nil
			})
			if err != nil {
				return
			}
		}
	}()
	return out
}

func decode(p *Picture) error {
	if len(p.Name) < 3 {
		return fmt.Errorf("%q: %w", p.Name, errFormat)
	}
	p.Width = 4 * len(p.Name)
	for i := range p.Width {
		p.Pixels = append(p.Pixels, byte(i))
	}
	return nil
}

func scale(p *Picture) error {
	half := p.Pixels[:0]
	for i := 0; i+1 < len(p.Pixels); i += 2 {
		half = append(half, p.Pixels[i]/2+p.Pixels[i+1]/2)
	}
	p.Pixels, p.Width = half, p.Width/2
	return nil
}

func run(names []string, limit int) (stored map[string]int) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stored = make(map[string]int)
	var once sync.Once
	for ref := range stage(ctx, stage(ctx, source(ctx, names), decode), scale) {
		func() {
			defer ref.Release()
			stored[ref.Value().Name] = ref.Value().Width
		}()
		if len(stored) >= limit {
			once.Do(cancel)
		}
	}
	return stored
}

func main() {
	names := []string{"cat.png", "x", "house.jpg", "tree.gif", "y", "car.png", "sea.png"}
	fmt.Println(len(run(names, 100)))
	fmt.Println(len(run(names, 2)) >= 2)
}
