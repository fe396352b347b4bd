// truth: correct
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Tile struct {
	X, Y  int
	Pixel [256]byte
	Sum   int
}

type tileRef = rcpool.Ref[Tile]

var tiles rcpool.Pool[Tile]

func render(n int) <-chan tileRef {
	out := make(chan tileRef, 2)
	go func() {
		defer close(out)
		for i := range n {
			t := tiles.Get()
			v := t.Value()
			v.X, v.Y = i%4, i/4
			for p := range v.Pixel {
				v.Pixel[p] = byte(p + i)
			}
			out <- t
		}
	}()
	return out
}

func keepEven(in <-chan tileRef) <-chan tileRef {
	out := make(chan tileRef)
	go func() {
		defer close(out)
		for t := range in {
			if (t.Value().X+t.Value().Y)%2 != 0 {
				t.Release()
				continue
			}
			out <- t
		}
	}()
	return out
}

func sum(in <-chan tileRef, workers int) <-chan tileRef {
	out := make(chan tileRef)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for t := range in {
				v := t.Value()
				for _, p := range v.Pixel {
					v.Sum += int(p)
				}
				out <- t
			}
		})
	}
	go func() {
		wg.Wait()
		close(out)
	}()
	return out
}

func main() {
	total, count := 0, 0
	for t := range sum(keepEven(render(40)), 3) {
		total += t.Value().Sum
		count++
		t.Release()
	}
	fmt.Println(count, total)
}
