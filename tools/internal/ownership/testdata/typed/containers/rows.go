// Package containers has slices, maps and lists of references.
package containers

import (
	"errors"

	"github.com/rcpool/rcpool"
)

// A Row is part of a result.
type Row struct {
	Key   int
	Cells [16]int
}

var rows = rcpool.Pool[Row]{Name: "rows"}

var errKey = errors.New("bad key")

func scan(r *Row, key int) error {
	if key < 0 {
		return errKey
	}
	r.Key = key
	return nil
}

// releaseAll gives up the rows that it is lent.
func releaseAll(all []rcpool.Ref[Row]) {
	for _, ref := range all {
		ref.Release()
	}
}

// sum only reads.
func sum(all []rcpool.Ref[Row]) (total int) {
	for _, ref := range all {
		total += ref.Value().Key
	}
	return total
}
