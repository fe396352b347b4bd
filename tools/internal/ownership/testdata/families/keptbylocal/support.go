// Package keptbylocal has counted objects of a sync.Pool in structs of the function: a method puts them
// into a list, and another one releases what is there.
package keptbylocal

import (
	"sync"
	"sync/atomic"
)

type Table struct {
	refs atomic.Int32
	rows []string
}

var pool = sync.Pool{New: func() any { return new(Table) }}

func NewTable() *Table {
	t := pool.Get().(*Table)
	t.refs.Store(1)
	return t
}

func (t *Table) IncRef() { t.refs.Add(1) }

func (t *Table) DecRef() {
	if t.refs.Add(-1) == 0 {
		t.rows = t.rows[:0]
		pool.Put(t)
	}
}

func (t *Table) add(row string) int {
	t.rows = append(t.rows, row)
	return len(t.rows)
}

type store struct {
	active *Table
	sealed []*Table
	limit  int
}

func open(limit int) *store { return &store{active: NewTable(), limit: limit} }

func (s *store) put(row string) {
	if s.active.add(row) < s.limit {
		return
	}
	s.sealed = append(s.sealed, s.active)
	s.active = NewTable()
}

func (s *store) flush() bool {
	if len(s.sealed) == 0 {
		return false
	}
	t := s.sealed[0]
	s.sealed = s.sealed[1:]
	t.DecRef()
	return true
}

func (s *store) close() {
	for s.flush() {
	}
	s.active.DecRef()
	s.active = nil
}

type shelf struct{ all []*Table }

func (s *shelf) keep(t *Table) { s.all = append(s.all, t) }

func (s *shelf) drop() {
	for len(s.all) > 0 {
		last := len(s.all) - 1
		s.all[last].DecRef()
		s.all = s.all[:last]
	}
}
