// Package deferredreturns has functions that return what they have found in a field or a map,
// and that defer a release.
package deferredreturns

import (
	"errors"

	"github.com/rcpool/rcpool"
)

var errEmpty = errors.New("nothing was recorded")

type clip struct{ Frames int }

type recording struct{ clip rcpool.Ref[clip] }

func (r *recording) close() { rcpool.Drop(&r.clip) }

type studio struct {
	clips map[string]rcpool.Ref[clip]
	spare rcpool.Ref[clip]
}
