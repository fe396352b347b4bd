// Package retainedagain has functions that retain an object for one owner, and then again for
// others, which perhaps do not take it: the first owner still has its reference.
package retainedagain

import "sync/atomic"

type Frame struct {
	refs atomic.Int32
	key  bool
	data []byte
	next *Frame
}

var free = make(chan *Frame, 8)

func NewFrame(key bool) *Frame {
	f := &Frame{key: key}
	f.refs.Store(1)
	return f
}

func (f *Frame) Retain() { f.refs.Add(1) }

func (f *Frame) Release() {
	if f.refs.Add(-1) == 0 {
		f.data = f.data[:0]
		select {
		case free <- f:
		default:
		}
	}
}
