// truth: correct
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type vec struct {
	part int
	vals []int32
	sel  []int
}

func (v *vec) Reset() { v.part, v.vals, v.sel = 0, v.vals[:0], v.sel[:0] }

var vecs = rcpool.Pool[vec]{Name: "vecs", New: func() *vec { return &vec{vals: make([]int32, 0, 32)} }}

type vecChan chan rcpool.Ref[vec]

// send hands v over, or releases it if ctx is done.
func (c vecChan) send(ctx context.Context, v rcpool.Ref[vec]) error {
	select {
	case c <- v:
		return nil
	case <-ctx.Done():
		v.Release()
		return ctx.Err()
	}
}

func (c vecChan) drain() {
	for v := range c {
		v.Release()
	}
}

func scan(ctx context.Context, parts int, out vecChan) error {
	defer close(out)
	for p := range parts {
		v := vecs.Get()
		v.Value().part = p
		for i := range int32(20) {
			v.Value().vals = append(v.Value().vals, int32(p)*i)
		}
		if err := out.send(ctx, v); err != nil {
			return err
		}
	}
	return nil
}

func selectMod(ctx context.Context, mod int32, in, out vecChan) error {
	defer close(out)
	defer in.drain()
	for v := range in {
		b := v.Value()
		for i, x := range b.vals {
			if x%mod == 0 {
				b.sel = append(b.sel, i)
			}
		}
		if len(b.sel) == 0 {
			v.Release()
			continue
		}
		if err := out.send(ctx, v); err != nil {
			return err
		}
	}
	return nil
}

func query(parts int, mod int32, limit int) (sum int64, err error) {
	ctx, cancel := context.WithCancel(context.Background())
	scanned, selected := make(vecChan, 2), make(vecChan, 2)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer selected.drain()
	defer cancel()
	wg.Go(func() { _ = scan(ctx, parts, scanned) })
	wg.Go(func() { _ = selectMod(ctx, mod, scanned, selected) })
	rows := 0
	for v := range selected {
		b := v.Value()
		for _, i := range b.sel {
			sum += int64(b.vals[i])
		}
		rows += len(b.sel)
		v.Release()
		if rows > limit {
			return 0, errors.New("result too large")
		}
	}
	return sum, nil
}

func main() {
	fmt.Println(query(10, 7, 1000))
	fmt.Println(query(50, 2, 30))
}
