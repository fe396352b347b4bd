package takenfield

import "github.com/rcpool/rcpool/stdpool"

// What was taken is not released.
func taken() int {
	r := newResponse(200) // want "leak: "
	b := r.take()
	r.free()
	return b.Value().Len()
}

// A short body is lost.
func takenOnAWay() int {
	r := newResponse(200) // want "leak: "
	defer r.free()
	b := r.take()
	if b.Value().Len() < 3 {
		return 0
	}
	b.Release()
	return 1
}

// The body is used after it was released.
func takenUsed() int {
	r := newResponse(200)
	b := r.take()
	b.Release()
	return b.Value().Len() // want "use-after-release: "
}

// The first body is not released.
func swapped() {
	r := newResponse(200) // want "leak: "
	defer r.free()
	old := r.swap(stdpool.Buffer())
	if old.Value().Len() == 0 {
		return
	}
	old.Release()
}
