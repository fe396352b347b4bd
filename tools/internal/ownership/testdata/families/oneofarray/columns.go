// Package oneofarray has arrays and slices of references whose elements are replaced
// at an index that is not known.
package oneofarray

import "github.com/rcpool/rcpool"

// A Cell is a field of a row.
type Cell struct{ Text []byte }

var cells = rcpool.Pool[Cell]{Name: "cells"}

type row struct{ cells []rcpool.Ref[Cell] }

func read(n int) *row {
	r := &row{}
	for range n {
		r.cells = append(r.cells, cells.Get())
	}
	return r
}

func (r *row) release() {
	for _, c := range r.cells {
		c.Release()
	}
	r.cells = nil
}
