package secondindex

import "github.com/rcpool/rcpool"

type store1 struct {
	order []rcpool.Ref[Entry]
	byID  map[int]rcpool.Ref[Entry]
}

func (s *store1) add(id int) {
	e := get(id)
	s.order = append(s.order, e)
	s.byID[id] = e
}

func (s *store1) remove(id int) {
	if e, ok := s.byID[id]; ok {
		e.Release()
		delete(s.byID, id)
	}
}

// What was removed is still in the order.
func (s *store1) close() {
	for _, e := range s.order {
		e.Release() // want "double-release: "
	}
	s.order = nil
	clear(s.byID)
}

func useStore1() int {
	s := &store1{byID: map[int]rcpool.Ref[Entry]{}}
	s.add(1)
	s.remove(1)
	n := len(s.order)
	s.close()
	return n
}

type log1 struct {
	all    []rcpool.Ref[Entry]
	latest rcpool.Ref[Entry]
}

func (l *log1) add(id int) {
	e := get(id)
	l.all = append(l.all, e)
	l.latest = e
}

func (l *log1) flush() {
	for _, e := range l.all {
		e.Release()
	}
	l.all = l.all[:0]
}

// The latest entry was flushed with the others.
func (l *log1) last() int {
	return l.latest.Value().ID // want "use-after-release: "
}

func useLog1() int {
	l := new(log1)
	l.add(1)
	l.flush()
	return l.last()
}
