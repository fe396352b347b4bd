// truth: double-release line 48,57,63 hard
package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
)

type Slice struct {
	Z      int
	Pixels [128]uint16
}

var slices = rcpool.Pool[Slice]{Name: "ct.slices"}

type view struct {
	ref   rcpool.Ref[Slice]
	gamma float64
}

func openView(z int) *view {
	v := &view{ref: slices.Get(), gamma: 1}
	v.ref.Value().Z = z
	for i := range v.ref.Value().Pixels {
		v.ref.Value().Pixels[i] = uint16(z * i)
	}
	return v
}

func (v *view) mean() int {
	sum := 0
	for _, p := range v.ref.Value().Pixels {
		sum += int(p)
	}
	return sum / len(v.ref.Value().Pixels)
}

func (v *view) Close() error {
	v.ref.Release()
	return nil
}

func closeAll(cs []io.Closer) {
	for i := len(cs) - 1; i >= 0; i-- {
		cs[i].Close()
	}
}

var errDark = errors.New("dark slice")

// stack returns the mean of each slice that is not dark.
func stack(zs ...int) (means []int, err error) {
	var open []io.Closer
	defer func() { closeAll(open) }()
	for _, z := range zs {
		v := openView(z)
		open = append(open, v)
		m := v.mean()
		if m == 0 {
			v.Close()
			err = errors.Join(err, fmt.Errorf("z=%d: %w", z, errDark))
			continue
		}
		means = append(means, m)
	}
	return means, err
}

func main() {
	fmt.Println(stack(1, 2, 3))
	fmt.Println(stack(4, 0, 5))
}
