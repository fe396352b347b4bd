package sweptways

import (
	"errors"

	"github.com/rcpool/rcpool"
)

type filtered2 struct{ all []rcpool.Ref[Lease] }

func (f *filtered2) add(no int) { f.all = append(f.all, get(no)) }

// What has run out is released.
func (f *filtered2) expire(now int) {
	kept := f.all[:0]
	for _, l := range f.all {
		if l.Value().Until > now {
			kept = append(kept, l)
		} else {
			l.Release()
		}
	}
	f.all = kept
}

func (f *filtered2) close() {
	for _, l := range f.all {
		l.Release()
	}
	f.all = nil
}

func useFiltered2() {
	f := new(filtered2)
	defer f.close()
	f.add(1)
	f.expire(2)
}

type wheel2 struct {
	slots [4][]entry
	due   []rcpool.Ref[Lease]
}

func (w *wheel2) add(at, no int) {
	w.slots[at%4] = append(w.slots[at%4], entry{at / 4, get(no)})
}

// Each goes to one of three places.
func (w *wheel2) tick(at int) {
	var later []entry
	for _, e := range w.slots[at] {
		switch {
		case e.rounds > 0:
			e.rounds--
			later = append(later, e)
		case e.lease.Value().Seen:
			w.due = append(w.due, e.lease)
		default:
			e.lease.Release()
		}
	}
	w.slots[at] = later
}

func (w *wheel2) close() {
	for i := range w.slots {
		for _, e := range w.slots[i] {
			e.lease.Release()
		}
		w.slots[i] = nil
	}
	for _, l := range w.due {
		l.Release()
	}
	w.due = nil
}

func useWheel2() {
	w := new(wheel2)
	defer w.close()
	w.add(1, 2)
	w.tick(1)
}

type flushed2 struct{ all map[int]rcpool.Ref[Lease] }

var errGood = errors.New("a lease is still good")

func (f *flushed2) add(no int) {
	if _, ok := f.all[no]; !ok {
		f.all[no] = get(no)
	}
}

// If it returns early, all leases are still there.
func (f *flushed2) flush(now int) error {
	for _, l := range f.all {
		if l.Value().Until > now {
			return errGood
		}
	}
	for _, l := range f.all {
		l.Release()
	}
	clear(f.all)
	return nil
}

func useFlushed2() error {
	f := &flushed2{all: map[int]rcpool.Ref[Lease]{}}
	f.add(1)
	return f.flush(2)
}

type ring2 struct {
	all  [4]rcpool.Ref[Lease]
	rest []rcpool.Ref[Lease]
}

func (r *ring2) add(no int) {
	rcpool.Drop(&r.all[no%4])
	r.all[no%4] = get(no)
	r.rest = append(r.rest, get(no))
}

// Slots may be empty, and the first one of the rest is released at the end.
func (r *ring2) close() {
	for _, l := range r.all {
		if !l.IsZero() {
			l.Release()
		}
	}
	r.all = [4]rcpool.Ref[Lease]{}
	for i, l := range r.rest {
		if i == 0 {
			continue
		}
		l.Value().Seen = true
		l.Release()
	}
	if len(r.rest) > 0 {
		r.rest[0].Release()
	}
	r.rest = r.rest[:0]
}

func useRing2() {
	r := new(ring2)
	defer r.close()
	r.add(1)
}

type picked2 struct{ all []rcpool.Ref[Lease] }

func (p *picked2) add(no int) { p.all = append(p.all, get(no)) }

// The one that is picked is given to the caller.
func (p *picked2) latest() rcpool.Ref[Lease] {
	best := 0
	for i, l := range p.all {
		if l.Value().Until > p.all[best].Value().Until {
			best = i
		}
	}
	winner := p.all[best]
	for i, l := range p.all {
		if i != best {
			l.Value().Seen = true
			l.Release()
		}
	}
	p.all = p.all[:0]
	return winner
}

func usePicked2() {
	p := new(picked2)
	p.add(1)
	p.latest().Release()
}

type flagged struct {
	has   bool
	lease rcpool.Ref[Lease]
}

type flags2 struct{ slots []flagged }

func (f *flags2) set(i int) {
	if f.slots[i].has {
		f.slots[i].lease.Release()
	}
	f.slots[i] = flagged{true, get(i)}
}

// A flag tells whether there is a lease in a slot.
func (f *flags2) close() (sum int) {
	for _, s := range f.slots {
		if !s.has {
			continue
		}
		sum += s.lease.Value().No
		s.lease.Release()
	}
	f.slots = nil
	return sum
}

func useFlags2() int {
	f := &flags2{slots: make([]flagged, 4)}
	f.set(1)
	return f.close()
}

type halted2 struct{ all []rcpool.Ref[Lease] }

func (h *halted2) add(no int) { h.all = append(h.all, get(no)) }

// If the budget is spent, this one and all that come after it are kept.
func (h *halted2) drain(budget int) {
	kept := h.all[:0]
	for i, l := range h.all {
		v := l.Value()
		if budget == 0 {
			kept = append(kept, h.all[i:]...)
			break
		}
		budget--
		if v.Seen {
			kept = append(kept, l)
			continue
		}
		l.Release()
	}
	clear(h.all[len(kept):])
	h.all = kept
}

func (h *halted2) close() {
	for _, l := range h.all {
		l.Release()
	}
	h.all = nil
}

func useHalted2() {
	h := new(halted2)
	defer h.close()
	h.add(1)
	h.drain(2)
}

type rest2 struct{ all []rcpool.Ref[Lease] }

func (r *rest2) add(no int) { r.all = append(r.all, get(no)) }

// The rest is in a variable until the loop is over.
func (r *rest2) drain(until int) {
	var rest []rcpool.Ref[Lease]
	for i := 0; i < len(r.all); i++ {
		if r.all[i].Value().Until > until {
			rest = r.all[i:]
			break
		}
		r.all[i].Release()
	}
	r.all = append([]rcpool.Ref[Lease](nil), rest...)
}

func (r *rest2) close() {
	for _, l := range r.all {
		l.Release()
	}
	r.all = nil
}

func useRest2() {
	r := new(rest2)
	defer r.close()
	r.add(1)
	r.drain(2)
}

type copied2 struct{ all []rcpool.Ref[Lease] }

func (c *copied2) add(no int) { c.all = append(c.all, get(no)) }

// What is left moves to the front.
func (c *copied2) drain(until int) {
	n := 0
	for i, l := range c.all {
		v := l.Value()
		if v.Until > until {
			n += copy(c.all[n:], c.all[i:])
			break
		}
		if !v.Seen {
			l.Release()
			continue
		}
		c.all[n] = l
		n++
	}
	clear(c.all[n:])
	c.all = c.all[:n]
}

func (c *copied2) close() {
	for _, l := range c.all {
		l.Release()
	}
	c.all = nil
}

func useCopied2() {
	c := new(copied2)
	defer c.close()
	c.add(1)
	c.drain(2)
}
