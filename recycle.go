package rcpool

import (
	"github.com/rcpool/rcpool/internal/sampling"
	"github.com/rcpool/rcpool/internal/word"
)

// recycle resets the object of a slot whose lease, that of w, has just ended,
// and puts the slot back or retires it. The caller is the only one who knows the
// slot.
func (p *pool) recycle(s *slot, w word.Word, outcome word.Outcome) {
	next := nextAfter(w)
	s.startReset(next)
	keep := p.reset(s)
	if !keep {
		s.refuse(next)
		return
	}
	s.end(next)
	switch {
	case outcome == word.Ended:
		p.idle.put(s)
	case s.shelved:
		p.shelve(s, w)
	default:
		s.retire(w)
	}
}

// refuse ends the lease of an object that Pool.Keep does not keep.
func (s *slot) refuse(next word.Word) {
	s.end(next)
	s.retired().Keep.Add(1)
	s.letGo()
}

// shelve puts a slot back on the shelf. Its word has a flag that would retire it
// (see shelf).
func (p *pool) shelve(s *slot, w word.Word) {
	switch {
	case (w &^ word.Checked).EndsRetired():
		s.retire(w)
	case sampling.Deterministic():
		s.store(w.Next())
		p.shelf.push(s)
	}
}

// reset resets the object of s, and reports whether to keep it.
func (p *pool) reset(s *slot) (keep bool) {
	if p.typed.reset != nil {
		p.typed.reset(s.object)
	} else {
		p.zero(s.object)
	}
	return p.typed.keep == nil || p.typed.keep(s.object)
}
