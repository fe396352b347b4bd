// Package filledbefore has functions that return a zero Ref if a struct is empty. Callers that have
// filled it need not ask.
package filledbefore

import "github.com/rcpool/rcpool"

type frame struct{ seq int }

var frames rcpool.Pool[frame]

type ring struct {
	slots [4]rcpool.Ref[frame]
	head  int
	full  bool
}

func (r *ring) push(f rcpool.Ref[frame]) {
	rcpool.Drop(&r.slots[r.head])
	r.slots[r.head] = f
	if r.head++; r.head == len(r.slots) {
		r.head, r.full = 0, true
	}
}

// last returns the latest frame, with a reference for the caller, or a zero Ref.
func (r *ring) last() rcpool.Ref[frame] {
	if r.head == 0 && !r.full {
		return rcpool.Ref[frame]{}
	}
	return r.slots[(r.head+len(r.slots)-1)%len(r.slots)].Retain()
}

func (r *ring) clear() {
	for i := range r.slots {
		rcpool.Drop(&r.slots[i])
	}
	r.head, r.full = 0, false
}
