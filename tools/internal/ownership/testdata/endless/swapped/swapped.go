// Package swapped has structs that take the places of each other.
package swapped

import "github.com/rcpool/rcpool"

type frame struct{ n int }

var frames rcpool.Pool[frame]

type entry struct {
	ref rcpool.Ref[frame]
	n   int
}

type table struct{ all []entry }

func (t *table) fill(n int) {
	var a, b entry
	for range n {
		a.ref = frames.Get()
		b.n++
		a, b = b, a
		t.all = append(t.all, a)
	}
}

func (t *table) Close() {
	for _, e := range t.all {
		e.ref.Release()
	}
	t.all = nil
}
