// Package handcounted has goroutines that share one reference, and count themselves to
// find out which of them is the last.
package handcounted

import "github.com/rcpool/rcpool"

// A Frame is an example.
type Frame struct{ Data []byte }

var frames = rcpool.Pool[Frame]{Name: "frames"}

type frameRef = rcpool.Ref[Frame]
