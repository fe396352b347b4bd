// truth: correct

package main

import (
	"context"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

// A Tile is a square of an image, with the result of each stage.
type Tile struct {
	X, Y   int
	Pixels [256]byte
	Sum    int
}

var tiles = rcpool.Pool[Tile]{Name: "tiles"}

// stage reads tiles until in is closed. It owns what it receives, and gives it
// to out or back to the pool.
func stage(ctx context.Context, in <-chan rcpool.Ref[Tile], work func(*Tile) bool) <-chan rcpool.Ref[Tile] {
	out := make(chan rcpool.Ref[Tile])
	go func() {
		defer close(out)
		for tile := range in {
			if !work(tile.Value()) {
				tile.Release()
				continue
			}
			select {
			case out <- tile:
			case <-ctx.Done():
				tile.Release()
				for rest := range in {
					rest.Release()
				}
				return
			}
		}
	}()
	return out
}

func source(ctx context.Context, n int) <-chan rcpool.Ref[Tile] {
	out := make(chan rcpool.Ref[Tile])
	go func() {
		defer close(out)
		for i := range n {
			tile := tiles.Get()
			t := tile.Value()
			t.X, t.Y = i%8, i/8
			for j := range t.Pixels {
				t.Pixels[j] = byte(i + j)
			}
			select {
			case <-ctx.Done():
				tile.Release()
				return
			case out <- tile:
			}
		}
	}()
	return out
}

func run(n, stopAfter int) (total, seen int) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var once sync.Once
	bright := stage(ctx, source(ctx, n), func(t *Tile) bool {
		for i := range t.Pixels {
			t.Pixels[i] /= 2
		}
		return t.X != 3
	})
	summed := stage(ctx, bright, func(t *Tile) bool {
		for _, p := range t.Pixels {
			t.Sum += int(p)
		}
		return true
	})
	for tile := range summed {
		total += tile.Value().Sum
		tile.Release()
		if seen++; seen == stopAfter {
			once.Do(cancel)
		}
	}
	return total, seen
}

func main() {
	fmt.Println(run(64, -1))
	_, seen := run(64, 5)
	fmt.Println("stopped early:", seen < 64)
}
