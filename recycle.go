package rcpool

import (
	"github.com/rcpool/rcpool/internal/sampling"
	"github.com/rcpool/rcpool/internal/word"
)

// recycle resets the object of a slot whose lease, that of w, has just ended,
// and puts the slot back or retires it. The caller is the only one who knows the
// slot.
func (p *Pool[T]) recycle(s *slot, w word.Word, outcome word.Outcome) {
	switch keep := p.resetCounted(s, w); {
	case !keep:
		p.ledger.Retired.Keep.Add(1)
	case outcome == word.Retired:
		s.retire(w)
	default:
		p.inner.Put(s)
	}
}

// recycleShelved does the same while pools are deterministic.
func (p *Pool[T]) recycleShelved(s *slot, w word.Word) {
	switch keep := p.resetCounted(s, w); {
	case !keep:
		p.ledger.Retired.Keep.Add(1)
	case (w &^ word.Checked).EndsRetired():
		s.retire(w)
	case sampling.Deterministic():
		s.store(w.Next())
		p.shelf.push(s)
	}
}

// resetCounted resets the object of s, and counts the end of the lease of w so
// that a panic of the reset is noticed.
func (p *Pool[T]) resetCounted(s *slot, w word.Word) (keep bool) {
	s.startReset(w)
	keep = p.reset(s)
	s.end(w)
	return keep
}

// reset resets the object of s, and reports whether to keep it.
func (p *Pool[T]) reset(s *slot) (keep bool) {
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
