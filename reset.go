package rcpool

// resetBy says how a pool readies a released object.
type resetBy uint8

const (
	byZero   resetBy = iota // *v = zero T
	byMethod                // T's own Reset method
	byFunc                  // Pool.Reset
)

func resetsBy[T any](p *Pool[T]) resetBy {
	if p.Reset != nil {
		return byFunc
	}
	if _, ok := any((*T)(nil)).(resetter); ok {
		return byMethod
	}
	return byZero
}

// resetting, in line.ended, says that the lease is over, and that Reset or
// Keep is at work. They are the user's code and may panic. A deferred function
// would notice, for 3 ns a lease. Instead the line in the books says so while
// they run: if they panic, nothing more is done, so the slot is never put
// back, and the line says "resetting" for ever, which the books read as
// retired.
const resetting word = 1

// resets resets the object of s, and says whether to keep it: what Release does
// in place, for leases that end on the long way.
func (p *Pool[T]) resets(s *slot) (keep bool) {
	object := objectOf[T](s)
	switch p.by {
	case byZero:
		*object = *new(T)
	case byMethod:
		s.reset.Reset()
	case byFunc:
		p.Reset(object)
	}
	return p.Keep == nil || p.Keep(object)
}

// keeps asks Keep about a released object, and retires it if the answer is no.
func (p *Pool[T]) keeps(s *slot, over word) bool {
	s.line.ended.set(over | resetting)
	if p.Keep(objectOf[T](s)) {
		return true
	}
	s.line.ended.set(over)
	p.books.retired.keep.Add(1)
	return false
}

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
