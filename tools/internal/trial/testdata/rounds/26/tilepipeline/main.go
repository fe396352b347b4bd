// truth: correct

// Command tilepipeline cuts a picture into tiles and shrinks them concurrently.
package main

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/rcpool/rcpool"
	"golang.org/x/sync/errgroup"
)

const side = 16

type Tile struct {
	X, Y int
	Pix  [side * side]uint8
}

var tiles = rcpool.Pool[Tile]{Name: "tiles"}

var errCorrupt = errors.New("corrupt tile")

type picture struct {
	w, h    int
	corrupt int // index of the tile that does not decode, or -1
}

func (p picture) tile(i int, t *Tile) error {
	if i == p.corrupt {
		return errCorrupt
	}
	t.X, t.Y = i%p.w, i/p.w
	for k := range t.Pix {
		t.Pix[k] = uint8(k + i)
	}
	return nil
}

func decode(ctx context.Context, p picture, out chan<- rcpool.Ref[Tile]) error {
	defer close(out)
	for i := range p.w * p.h {
		t := tiles.Get()
		if err := p.tile(i, t.Value()); err != nil {
			t.Release()
			return fmt.Errorf("tile %d: %w", i, err)
		}
		select {
		case out <- t:
		case <-ctx.Done():
			t.Release()
			return ctx.Err()
		}
	}
	return nil
}

// shrink averages each 2x2 block of src into the first quarter of dst.
func shrink(dst, src *Tile) {
	dst.X, dst.Y = src.X, src.Y
	for y := range side / 2 {
		for x := range side / 2 {
			at := 2*y*side + 2*x
			sum := int(src.Pix[at]) + int(src.Pix[at+1]) + int(src.Pix[at+side]) + int(src.Pix[at+side+1])
			dst.Pix[y*side+x] = uint8(sum / 4)
		}
	}
}

func scale(in <-chan rcpool.Ref[Tile], out chan<- rcpool.Ref[Tile]) error {
	for src := range in {
		dst := tiles.Get()
		shrink(dst.Value(), src.Value())
		src.Release()
		out <- dst
	}
	return nil
}

func thumbnail(p picture) (sum uint64, err error) {
	group, ctx := errgroup.WithContext(context.Background())
	raw := make(chan rcpool.Ref[Tile], 2)
	small := make(chan rcpool.Ref[Tile])
	group.Go(func() error { return decode(ctx, p, raw) })
	var scalers atomic.Int32
	scalers.Store(3)
	for range 3 {
		group.Go(func() error {
			defer func() {
				if scalers.Add(-1) == 0 {
					close(small)
				}
			}()
			return scale(raw, small)
		})
	}
	for t := range small {
		v := t.Value()
		for _, px := range v.Pix[:side/2] {
			sum += uint64(px) * uint64(1+v.X+v.Y)
		}
		t.Release()
	}
	return sum, group.Wait()
}

func main() {
	fmt.Println(thumbnail(picture{w: 6, h: 4, corrupt: -1}))
	_, err := thumbnail(picture{w: 6, h: 4, corrupt: 9})
	fmt.Println(err)
}
