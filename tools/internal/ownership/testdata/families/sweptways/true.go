package sweptways

import "github.com/rcpool/rcpool"

type filtered1 struct{ all []rcpool.Ref[Lease] }

func (f *filtered1) add(no int) { f.all = append(f.all, get(no)) }

// What has run out is not kept, and not released.
func (f *filtered1) expire(now int) {
	kept := f.all[:0]
	for _, l := range f.all {
		if l.Value().Until > now {
			kept = append(kept, l)
		}
	}
	f.all = kept // want "leak: "
}

func (f *filtered1) close() {
	for _, l := range f.all {
		l.Release()
	}
	f.all = nil
}

func useFiltered1() {
	f := new(filtered1)
	defer f.close()
	f.add(1)
	f.expire(2)
}

type wheel1 struct {
	slots [4][]entry
	due   []rcpool.Ref[Lease]
}

func (w *wheel1) add(at, no int) {
	w.slots[at%4] = append(w.slots[at%4], entry{at / 4, get(no)})
}

// One that nobody has seen is left out.
func (w *wheel1) tick(at int) {
	var later []entry
	for _, e := range w.slots[at] {
		switch {
		case e.rounds > 0:
			e.rounds--
			later = append(later, e)
		case e.lease.Value().Seen:
			w.due = append(w.due, e.lease)
		}
	}
	w.slots[at] = later // want "leak: "
}

func (w *wheel1) close() {
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

func useWheel1() {
	w := new(wheel1)
	defer w.close()
	w.add(1, 2)
	w.tick(1)
}

type flushed1 struct{ all map[int]rcpool.Ref[Lease] }

func (f *flushed1) add(no int) {
	if _, ok := f.all[no]; !ok {
		f.all[no] = get(no)
	}
}

// A lease that is still good is forgotten.
func (f *flushed1) flush(now int) (n int) {
	for _, l := range f.all {
		if l.Value().Until > now {
			continue
		}
		n++
		l.Release()
	}
	clear(f.all) // want "leak: "
	return n
}

func useFlushed1() int {
	f := &flushed1{all: map[int]rcpool.Ref[Lease]{}}
	f.add(1)
	return f.flush(2)
}

type stash1 struct {
	by map[string][]rcpool.Ref[Lease]
}

func (s *stash1) add(key string, no int) { s.by[key] = append(s.by[key], get(no)) }

// Those that were seen are still referred to by nobody else.
func (s *stash1) drop(key string) {
	for _, l := range s.by[key] {
		if l.Value().Seen {
			continue
		}
		l.Release()
	}
	s.by[key] = nil // want "leak: "
}

func useStash1() {
	s := &stash1{by: map[string][]rcpool.Ref[Lease]{}}
	s.add("a", 1)
	s.drop("a")
}

type ring1 struct{ all [4]rcpool.Ref[Lease] }

func (r *ring1) add(no int) {
	rcpool.Drop(&r.all[no%4])
	r.all[no%4] = get(no)
}

// All slots are cleared, and some not released.
func (r *ring1) close() {
	for _, l := range r.all {
		if l.IsZero() || l.Value().Seen {
			continue
		}
		l.Release()
	}
	r.all = [4]rcpool.Ref[Lease]{} // want "leak: "
}

func useRing1() {
	r := new(ring1)
	defer r.close()
	r.add(1)
}

type timed struct {
	until int
	of    rcpool.Ref[Lease]
}

type times1 struct{ slots []timed }

func (t *times1) add(i int) { t.slots = append(t.slots, timed{i, get(i)}) }

// Those that last longer are lost.
func (t *times1) close(now int) (sum int) {
	for _, s := range t.slots {
		if s.until > now {
			continue
		}
		sum += s.of.Value().No
		s.of.Release()
	}
	t.slots = nil // want "leak: "
	return sum
}

func useTimes1() int {
	t := new(times1)
	t.add(1)
	return t.close(2)
}

type halted1 struct{ all []rcpool.Ref[Lease] }

func (h *halted1) add(no int) { h.all = append(h.all, get(no)) }

// Those after this one are kept, but not this one.
func (h *halted1) drain(budget int) {
	kept := h.all[:0]
	for i, l := range h.all {
		v := l.Value()
		if budget == 0 {
			kept = append(kept, h.all[i+1:]...)
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
	h.all = kept // want "leak: "
}

func (h *halted1) close() {
	for _, l := range h.all {
		l.Release()
	}
	h.all = nil
}

func useHalted1() {
	h := new(halted1)
	defer h.close()
	h.add(1)
	h.drain(2)
}

type before1 struct{ all []rcpool.Ref[Lease] }

func (b *before1) add(no int) { b.all = append(b.all, get(no)) }

// Those before it are kept, and it is not.
func (b *before1) drain(until int) {
	var kept []rcpool.Ref[Lease]
	for i, l := range b.all {
		if l.Value().Until > until {
			kept = append(kept, b.all[:i]...)
			continue
		}
		l.Release()
	}
	b.all = kept // want "leak: "
}

func (b *before1) close() {
	for _, l := range b.all {
		l.Release()
	}
	b.all = nil
}

func useBefore1() {
	b := new(before1)
	defer b.close()
	b.add(1)
	b.drain(2)
}

type cleared1 struct{ all []rcpool.Ref[Lease] }

func (c *cleared1) add(no int) { c.all = append(c.all, get(no)) }

// The rest is only counted and cleared.
func (c *cleared1) drain(until int) (lost int) {
	for i, l := range c.all {
		if l.Value().Until > until {
			lost = len(c.all[i:])
			clear(c.all[i:])
			break
		}
		l.Release()
	}
	c.all = nil // want "leak: "
	return lost
}

func (c *cleared1) close() {
	for _, l := range c.all {
		l.Release()
	}
	c.all = nil
}

func useCleared1() {
	c := new(cleared1)
	defer c.close()
	c.add(1)
	c.drain(2)
}
