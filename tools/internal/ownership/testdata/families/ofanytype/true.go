package ofanytype

import "slices"

// What is retained is this function's.
func (r *recorder) slowestKept() int {
	slowest := slices.MaxFunc(r.slots, bySpeed)
	kept := slowest.Retain() // want "leak: "
	return kept.Value().took
}

// It was released before.
func (r *recorder) twice() {
	first := slices.MinFunc(slices.Clone(r.slots), bySpeed)
	kept := first.Retain()
	kept.Release()
	kept.Release() // want "double-release: "
}

// What a source returned is released, and used then.
func released(s source[ref]) int {
	first, ok := s.Next()
	if !ok {
		return 0
	}
	first.Release()
	return first.Value().took // want "use-after-release: "
}

// What was borrowed of it is used then.
func peeked(s source[ref]) int {
	first := s.Peek()
	object := first.Value()
	first.Release()
	return object.took // want "use-after-release: "
}

// The deferred call releases it again.
func retainedTwice(s source[ref]) {
	first := s.Peek().Retain()
	defer first.Release()
	if first.Value().took == 0 {
		first.Release() // want "double-release: "
	}
}
