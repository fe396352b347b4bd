package searched

import (
	"slices"

	"github.com/rcpool/rcpool"
)

// The record that was searched is lost.
func hasLost(all []rcpool.Ref[Rec], size int) bool {
	r := get(size) // want "leak: "
	_, found := slices.BinarySearchFunc(all, r, bySize)
	return found
}

// It is searched after it was released.
func hasStale(all []rcpool.Ref[Rec], size int) bool {
	r := get(size)
	r.Release()
	_, found := slices.BinarySearchFunc(all, r, bySize) // want "use-after-release: "
	return found
}
