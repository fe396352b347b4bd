// truth: correct
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type row struct {
	entity string
	vals   []float32
}

func (r *row) Reset() { r.entity, r.vals = "", r.vals[:0] }

var rows = rcpool.Pool[row]{Name: "rows"}

// A snapshot owns a reference to each of its rows.
type snapshot struct {
	version int
	rows    map[string]rcpool.Ref[row]
}

var snapshots = rcpool.Pool[snapshot]{
	Name: "snapshots",
	New:  func() *snapshot { return &snapshot{rows: map[string]rcpool.Ref[row]{}} },
	Reset: func(s *snapshot) {
		for _, r := range s.rows {
			rcpool.Drop(&r)
		}
		clear(s.rows)
		s.version = 0
	},
}

type store struct {
	mu  sync.RWMutex
	cur rcpool.Ref[snapshot]
}

// view returns a reference to the current snapshot.
func (s *store) view() rcpool.Ref[snapshot] {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.cur.Retain()
}

// apply makes a new snapshot with the updates. A nil slice deletes a row.
func (s *store) apply(updates map[string][]float32) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	next := snapshots.Get()
	defer rcpool.Drop(&next)
	n := next.Value()
	n.version = s.cur.Value().version + 1
	for entity, r := range s.cur.Value().rows {
		if _, changed := updates[entity]; !changed {
			n.rows[entity] = r.Retain()
		}
	}
	for entity, vals := range updates {
		if vals == nil {
			continue
		}
		if len(vals) != 2 {
			return fmt.Errorf("version %d: %s has %d values", n.version, entity, len(vals))
		}
		r := rows.Get()
		r.Value().entity = entity
		r.Value().vals = append(r.Value().vals, vals...)
		n.rows[entity] = r
	}
	old := s.cur
	s.cur = rcpool.Move(&next)
	old.Release()
	return nil
}

func (s *store) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	rcpool.Drop(&s.cur)
}

func lookup(v *snapshot, entity string) float32 {
	r, ok := v.rows[entity]
	if !ok {
		return -1
	}
	return r.Value().vals[0]
}

func main() {
	s := &store{cur: snapshots.Get()}
	fmt.Println(s.apply(map[string][]float32{"u1": {1, 1}, "u2": {2, 2}}))
	old := s.view()
	fmt.Println(s.apply(map[string][]float32{"u1": {10, 10}, "u2": nil}))
	fmt.Println(s.apply(map[string][]float32{"u3": {1}, "u4": {4, 4}}))
	cur := s.view()
	s.close()
	for _, v := range []rcpool.Ref[snapshot]{old, cur} {
		fmt.Println(v.Value().version, lookup(v.Value(), "u1"), lookup(v.Value(), "u2"))
		v.Release()
	}
}
