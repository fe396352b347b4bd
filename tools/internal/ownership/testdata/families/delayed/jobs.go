// Package delayed has lists of structs with references that come from elsewhere.
package delayed

import (
	"time"

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

type job struct {
	at  time.Time
	ref rcpool.Ref[Rec]
}
