package searched

import (
	"slices"

	"github.com/rcpool/rcpool"
)

// The largest are kept in their order.
func largest(in <-chan rcpool.Ref[Rec], n int) []rcpool.Ref[Rec] {
	var top []rcpool.Ref[Rec]
	for r := range in {
		i, _ := slices.BinarySearchFunc(top, r, func(a, b rcpool.Ref[Rec]) int { return bySize(b, a) })
		if i >= n {
			r.Release()
			continue
		}
		top = slices.Insert(top, i, r)
		if len(top) > n {
			top[n].Release()
			top = top[:n]
		}
	}
	return top
}

// The record is searched, and released here.
func has(all []rcpool.Ref[Rec], size int) bool {
	r := get(size)
	defer r.Release()
	_, found := slices.BinarySearchFunc(all, r, bySize)
	return found
}
