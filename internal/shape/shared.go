package shape

import (
	"reflect"

	"github.com/rcpool/rcpool/internal/race"
)

// Shared makes the shape of t for the use of many goroutines that nothing
// synchronizes. To the race detector they must be as if each had made the shape
// itself: if they got it by a synchronization that the detector sees, it would
// miss their races. So it does not see how they get it, nor that it was written.
func Shared(t reflect.Type) *Shape { return unseen(Of(t)) }

// unseen returns a copy of s whose memory nobody has written to, as far as the
// race detector knows.
//
//go:norace
func unseen(s *Shape) *Shape {
	if s == nil || !race.Enabled {
		return s
	}
	copied := new(Shape)
	*copied = *s
	copied.leaves = make([]leaf, len(s.leaves))
	for i := range s.leaves {
		copied.leaves[i] = s.leaves[i]
		copied.leaves[i].elem = unseen(s.leaves[i].elem)
	}
	return copied
}

// onDemand returns a function that returns the shape of t, and makes it when it
// is called first.
//
//go:norace
func onDemand(t reflect.Type) func() *Shape {
	d := &demanded{t: t}
	return d.shape
}

type demanded struct {
	t    reflect.Type
	made race.Pointer[Shape]
}

// shape makes the shape twice if two goroutines ask for it at the same time.
func (d *demanded) shape() *Shape {
	s := d.made.Load()
	if s == nil {
		s = Shared(d.t)
		d.made.Store(s)
	}
	return s
}
