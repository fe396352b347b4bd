package takenfield

import (
	"bytes"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

// What was taken is released.
func takenReleased() int {
	r := newResponse(200)
	defer r.free()
	b := r.take()
	defer b.Release()
	return b.Value().Len()
}

// The caller owns what was taken.
func takenReturned() rcpool.Ref[bytes.Buffer] {
	r := newResponse(200)
	defer r.free()
	return r.take()
}

// Nothing was taken.
func untaken(short bool) int {
	r := newResponse(200)
	defer r.free()
	if short {
		return 0
	}
	b := r.take()
	defer b.Release()
	return b.Value().Len()
}

// Both bodies are released.
func swappedReleased() {
	r := newResponse(200)
	defer r.free()
	old := r.swap(stdpool.Buffer())
	old.Release()
}
