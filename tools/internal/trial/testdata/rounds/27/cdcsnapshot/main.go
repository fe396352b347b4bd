// truth: correct

// Cdcsnapshot applies a change stream to a table held in memory. Readers take
// snapshots, which share the rows with the table until a later change.
package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rcpool/rcpool"
)

type row struct {
	key     string
	columns []string
	version int
}

func (r *row) Reset() {
	clear(r.columns)
	*r = row{columns: r.columns[:0]}
}

type op int

const (
	upsert op = iota
	remove
	rename
)

type change struct {
	op   op
	key  string
	to   string
	cols []string
}

// A snapshot owns its rows.
type snapshot struct{ rows []rcpool.Ref[row] }

func (s *snapshot) String() string {
	var b strings.Builder
	for _, ref := range s.rows {
		r := ref.Value()
		fmt.Fprintf(&b, "%s@%d%v ", r.key, r.version, r.columns)
	}
	return strings.TrimSpace(b.String())
}

func (s *snapshot) Close() {
	for i := range s.rows {
		rcpool.Drop(&s.rows[i])
	}
	s.rows = s.rows[:0]
}

type table struct {
	pool rcpool.Pool[row]
	rows map[string]rcpool.Ref[row]
	tick int
}

func (t *table) apply(c change) error {
	t.tick++
	switch c.op {
	case upsert:
		ref := t.pool.Get()
		r := ref.Value()
		r.key, r.version = c.key, t.tick
		r.columns = append(r.columns, c.cols...)
		t.put(ref)
	case remove:
		old, ok := t.rows[c.key]
		if !ok {
			return fmt.Errorf("remove %q: no such row", c.key)
		}
		delete(t.rows, c.key)
		old.Release()
	case rename:
		old, ok := t.rows[c.key]
		if !ok {
			return fmt.Errorf("rename %q: no such row", c.key)
		}
		delete(t.rows, c.key)
		t.put(t.copyAs(old, c.to))
	}
	return nil
}

// copyAs gives up the old row, and returns a new one under another key: a
// snapshot may still show the old one.
func (t *table) copyAs(old rcpool.Ref[row], key string) rcpool.Ref[row] {
	defer old.Release()
	ref := t.pool.Get()
	r := ref.Value()
	r.key, r.version = key, t.tick
	r.columns = append(r.columns, old.Value().columns...)
	return ref
}

// put takes the row over, and replaces the one with the same key.
func (t *table) put(ref rcpool.Ref[row]) {
	key := ref.Value().key
	if old, ok := t.rows[key]; ok {
		old.Release()
	}
	t.rows[key] = ref
}

func (t *table) snapshot() *snapshot {
	s := &snapshot{rows: make([]rcpool.Ref[row], 0, len(t.rows))}
	for _, ref := range t.rows {
		s.rows = append(s.rows, ref.Retain())
	}
	slices.SortFunc(s.rows, func(a, b rcpool.Ref[row]) int { return cmp.Compare(a.Value().key, b.Value().key) })
	return s
}

func (t *table) drop() {
	for _, ref := range t.rows {
		ref.Release()
	}
	clear(t.rows)
}

func main() {
	t := &table{rows: map[string]rcpool.Ref[row]{}}
	defer t.drop()
	changes := []change{
		{upsert, "a", "", []string{"1", "x"}}, {upsert, "b", "", []string{"2"}},
		{upsert, "a", "", []string{"3"}}, {rename, "b", "c", nil}, {remove, "b", "", nil},
		{rename, "c", "a", nil}, {remove, "a", "", nil},
	}
	var shots []*snapshot
	for _, c := range changes {
		if err := t.apply(c); err != nil {
			fmt.Println(err)
		}
		shots = append(shots, t.snapshot())
	}
	for _, s := range shots {
		fmt.Println(s)
		s.Close()
	}
}
