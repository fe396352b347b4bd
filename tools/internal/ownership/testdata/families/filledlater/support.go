// Package filledlater has structs that get their references when a container has them already.
package filledlater

import "github.com/rcpool/rcpool"

type frame struct{ n int }

var frames rcpool.Pool[frame]

type upload struct {
	first, second rcpool.Ref[frame]
}

func (u *upload) close() {
	rcpool.Drop(&u.first)
	rcpool.Drop(&u.second)
}
