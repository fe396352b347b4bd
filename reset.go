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

// recycle ends the lease of t, whose last reference the caller has just
// released: it resets the object and puts the slot back. The caller is the
// only one who knows the slot, since its word has moved on and the slot is not
// in the inner pool yet.
//
// Reset and Keep are the user's code and may panic. A deferred function would
// notice, for 3 ns a lease. Instead the line in the books says "resetting"
// while they run: if they panic, nothing more is done, so the slot is never
// put back, and the line says so for ever, which the books read as retired.
func (p *Pool[T]) recycle(s *slot, t tag) {
	over := word(t)&generationMask + generationOne
	object := objectOf[T](s)
	switch p.by {
	case byZero:
		*object = *new(T)
	case byMethod:
		s.line.ended.set(over | resetting)
		s.reset.Reset()
	case byFunc:
		s.line.ended.set(over | resetting)
		p.Reset(object)
	}
	if p.Keep != nil && !p.keeps(s, object, over) {
		return
	}
	s.line.ended.set(over)
	p.inner.Put(s)
}

func (p *Pool[T]) keeps(s *slot, object *T, over word) bool {
	s.line.ended.set(over | resetting)
	if p.Keep(object) {
		return true
	}
	s.state.Store(uint64(retiredWord))
	s.line.ended.set(over)
	p.books.retired.keep.Add(1)
	return false
}

// retire ends the lease that w is in, whose last reference the caller has just
// released, and leaves slot and object to the garbage collector: after a
// misuse, or when the generations are used up. It is not reset, for nobody
// will see it.
func (p *Pool[T]) retire(s *slot, w word) {
	s.line.ended.set(w&generationMask + generationOne)
	if w&suspectFlag != 0 {
		p.books.retired.misuse.Add(1)
	} else {
		p.books.retired.worn.Add(1)
	}
}
