// Package pooledlists has pooled objects with lists of references, which their reset drops.
package pooledlists

import (
	"errors"

	"github.com/rcpool/rcpool"
)

var errFull = errors.New("the batch is full")

type row struct{ N int }

type batch struct {
	table string
	rows  []rcpool.Ref[row]
}

func (b *batch) Reset() {
	for i := range b.rows {
		rcpool.Drop(&b.rows[i])
	}
	b.rows = b.rows[:0]
	b.table = ""
}

var (
	rows    rcpool.Pool[row]
	batches rcpool.Pool[batch]
)

type writer struct {
	current rcpool.Ref[batch]
	open    map[string]rcpool.Ref[batch]
}
