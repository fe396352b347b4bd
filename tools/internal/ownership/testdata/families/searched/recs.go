// Package searched has references that are arguments of generic functions.
package searched

import (
	"github.com/rcpool/rcpool"
)

// A Rec is an example.
type Rec struct{ Size int }

var recs = rcpool.Pool[Rec]{Name: "recs"}

func get(size int) rcpool.Ref[Rec] {
	r := recs.Get()
	r.Value().Size = size
	return r
}

func bySize(a, b rcpool.Ref[Rec]) int { return a.Value().Size - b.Value().Size }
