// Package detach has objects that are taken out of their pool for good.
package detach

import "github.com/rcpool/rcpool"

// A Frame is a picture.
type Frame struct {
	Seq    int
	Pixels [1024]byte
}

var frames = rcpool.Pool[Frame]{Name: "frames"}

func paint(f *Frame, seq int) { f.Seq = seq }
