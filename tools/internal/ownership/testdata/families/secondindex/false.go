package secondindex

import "github.com/rcpool/rcpool"

type store2 struct {
	order []rcpool.Ref[Entry]
	byID  map[int]rcpool.Ref[Entry]
}

func (s *store2) add(id int, ordered bool) {
	e := get(id)
	if ordered {
		s.order = append(s.order, e)
		return
	}
	s.byID[id] = e
}

func (s *store2) remove(id int) {
	if e, ok := s.byID[id]; ok {
		e.Release()
		delete(s.byID, id)
	}
}

// An entry is in the order, or has an ID.
func (s *store2) close() {
	for _, e := range s.order {
		e.Release()
	}
	s.order = nil
	for _, e := range s.byID {
		e.Release()
	}
	clear(s.byID)
}

func useStore2() int {
	s := &store2{byID: map[int]rcpool.Ref[Entry]{}}
	s.add(1, false)
	s.add(2, true)
	s.remove(1)
	n := len(s.order)
	s.close()
	return n
}

type log2 struct {
	all    []rcpool.Ref[Entry]
	latest rcpool.Ref[Entry]
}

func (l *log2) add(id int) {
	e := get(id)
	l.all = append(l.all, e)
	l.latest = e
}

func (l *log2) pin(e rcpool.Ref[Entry]) { l.latest = e }

func (l *log2) flush() {
	for _, e := range l.all {
		e.Release()
	}
	l.all = l.all[:0]
}

func (l *log2) last() int { return l.latest.Value().ID }

// The latest entry is one that is not flushed.
func useLog2() int {
	l := new(log2)
	l.add(1)
	pinned := get(7)
	l.pin(pinned.Retain())
	l.flush()
	id := l.last()
	rcpool.Drop(&l.latest)
	pinned.Release()
	return id
}
