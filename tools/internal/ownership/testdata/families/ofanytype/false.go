package ofanytype

import (
	"slices"

	"github.com/rcpool/rcpool"
)

// The recorder owns all of them.
func (r *recorder) slowest() int {
	return slices.MaxFunc(r.slots, bySpeed).Value().took
}

// The caller gets a reference of its own.
func (r *recorder) fastest() rcpool.Ref[span] {
	found := slices.Clone(r.slots)
	first := slices.MinFunc(found, bySpeed)
	return first.Retain()
}

// Only those that are there are compared.
func (r *recorder) slowestOf(max int) (rcpool.Ref[span], bool) {
	var found []rcpool.Ref[span]
	for _, s := range r.slots {
		if !s.IsZero() && s.Value().took < max {
			found = append(found, s)
		}
	}
	if len(found) == 0 {
		return rcpool.Ref[span]{}, false
	}
	slowest := slices.MaxFunc(found, bySpeed)
	return slowest.Retain(), true
}

// What is looked at stays where it is.
func next(s source[rcpool.Ref[span]]) int {
	first := s.Peek()
	return first.Value().took
}

// Here who gets one owns it.
func drain(s source[rcpool.Ref[span]]) (n int) {
	for {
		first, ok := s.Next()
		if !ok {
			return n
		}
		n += first.Value().took
		first.Release()
	}
}
