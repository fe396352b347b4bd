package picked

import "github.com/rcpool/rcpool"

type slot struct{ size int }

var slots rcpool.Pool[slot]

type window struct{ slots []rcpool.Ref[slot] }

func newWindow() *window {
	return &window{slots: []rcpool.Ref[slot]{slots.Get(), slots.Get()}}
}

// drop releases some of the slots.
func (w *window) drop(indexes []int) {
	for _, i := range indexes {
		w.slots[i].Release()
	}
}

// size adds the sizes of some of the slots.
func (w *window) size(indexes []int) (sum int) {
	for _, i := range indexes {
		sum += w.slots[i].Value().size
	}
	return sum
}

type entry struct{ at int }
