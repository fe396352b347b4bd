package rcpool

// resetBy says how a pool readies a released object.
type resetBy uint8

const (
	byZero   resetBy = iota // *v = zero T
	byMethod                // T's own Reset method
	byFunc                  // Pool.Reset
	andKeep                 // one of these, and Pool.Keep
)

func resetsBy[T any](p *Pool[T]) resetBy {
	_, ok := any((*T)(nil)).(resetter)
	switch {
	case p.Keep != nil:
		return andKeep
	case p.Reset != nil:
		return byFunc
	case ok:
		return byMethod
	}
	return byZero
}

// recycle resets the object of a slot whose lease, which w was in, has just
// ended, and puts the slot back or retires it. The caller is the only one who
// knows the slot.
func (p *Pool[T]) recycle(s *slot, w word, what outcome) {
	over := w.over()
	s.line.ended.set(over | resetting)
	keep := p.resets(s)
	s.line.ended.set(over)
	switch {
	case !keep:
		p.books.retired.keep.Add(1)
	case what == retired:
		s.retire(w)
	default:
		p.inner.Put(s)
	}
}

// resets resets the object of s, and says whether to keep it.
func (p *Pool[T]) resets(s *slot) (keep bool) {
	switch {
	case p.Reset != nil:
		p.Reset(objectOf[T](s))
	case s.reset != nil:
		s.reset.Reset()
	default:
		*objectOf[T](s) = *new(T)
	}
	return p.Keep == nil || p.Keep(objectOf[T](s))
}

// resetting, in line.ended, says that the lease is over, and that Reset or
// Keep is at work. They are the user's code and may panic. A deferred function
// would notice, for 3 ns a lease. Instead the line in the books says so while
// they run: if they panic, nothing more is done, so the slot is never put
// back, and the line says "resetting" for ever, which the books read as
// retired.
const resetting word = 1

// retire leaves slot and object to the garbage collector, after the lease that
// w was in: it was misused, or its generations are used up.
func (s *slot) retire(w word) {
	retired := &s.place.books.retired
	if w&suspectFlag != 0 {
		retired.misuse.Add(1)
	} else {
		retired.worn.Add(1)
	}
}
