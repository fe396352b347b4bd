// Package guardedliterals has functions that do nothing when they are called again.
package guardedliterals

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
