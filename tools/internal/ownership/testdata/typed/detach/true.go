package detach

import "github.com/rcpool/rcpool"

// The second reference is live.
func keep(seq int) *Frame {
	ref := frames.Get()
	paint(ref.Value(), seq)
	viewer := ref.Retain()
	defer viewer.Release()
	return ref.Detach() // want "detach: "
}

// The further reference is given to the viewer just before.
func showAndKeep(viewers chan<- rcpool.Ref[Frame], seq int) *Frame {
	ref := frames.Get()
	paint(ref.Value(), seq)
	show := ref.Retain()
	frame := ref.Detach() // want "detach: "
	viewers <- show
	return frame
}

// What Hold took is given back only when its function runs.
func holdAndKeep(seq int) *Frame {
	ref := frames.Get()
	paint(ref.Value(), seq)
	done := ref.Hold(func(*Frame) {})
	frame := ref.Detach() // want "detach: "
	done()
	return frame
}
