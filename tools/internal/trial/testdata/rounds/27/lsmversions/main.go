// truth: correct

// Lsmversions is the version set of an LSM tree. Tables are counted: a version
// holds its tables, an iterator holds its version, and a table is removed when
// nobody reads it any more.
package main

import (
	"fmt"
	"sort"
	"sync"
	"sync/atomic"
)

type table struct {
	refs   atomic.Int32
	no     int
	keys   []string
	remove func(no int)
}

func newTable(no int, remove func(int), keys ...string) *table {
	sort.Strings(keys)
	t := &table{no: no, keys: keys, remove: remove}
	t.refs.Store(1)
	return t
}

func (t *table) IncRef() { t.refs.Add(1) }

func (t *table) DecRef() {
	switch n := t.refs.Add(-1); {
	case n == 0:
		t.remove(t.no)
	case n < 0:
		panic(fmt.Sprint("table ", t.no, " has a negative count"))
	}
}

type version struct {
	refs   atomic.Int32
	tables []*table
}

// newVersion takes over a reference to each table.
func newVersion(tables []*table) *version {
	v := &version{tables: tables}
	v.refs.Store(1)
	return v
}

func (v *version) IncRef() { v.refs.Add(1) }

func (v *version) DecRef() {
	if v.refs.Add(-1) > 0 {
		return
	}
	for _, t := range v.tables {
		t.DecRef()
	}
	v.tables = nil
}

type tree struct {
	mu      sync.Mutex
	current *version
	nextNo  int
	removed []int
	rmMu    sync.Mutex
}

func (tr *tree) onRemove(no int) {
	tr.rmMu.Lock()
	defer tr.rmMu.Unlock()
	tr.removed = append(tr.removed, no)
}

func open() *tree { return &tree{current: newVersion(nil)} }

// install replaces the current version. tr.mu is held.
func (tr *tree) install(tables []*table) {
	old := tr.current
	tr.current = newVersion(tables)
	old.DecRef()
}

func (tr *tree) flush(keys ...string) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tables := make([]*table, 0, len(tr.current.tables)+1)
	for _, t := range tr.current.tables {
		t.IncRef()
		tables = append(tables, t)
	}
	tr.nextNo++
	tr.install(append(tables, newTable(tr.nextNo, tr.onRemove, keys...)))
}

func (tr *tree) compact() {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	var keys []string
	for _, t := range tr.current.tables {
		keys = append(keys, t.keys...)
	}
	tr.nextNo++
	tr.install([]*table{newTable(tr.nextNo, tr.onRemove, keys...)})
}

type iterator struct {
	v    *version
	t, k int
}

func (tr *tree) iterate() *iterator {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.current.IncRef()
	return &iterator{v: tr.current}
}

func (it *iterator) next() (string, bool) {
	for it.v != nil && it.t < len(it.v.tables) {
		if t := it.v.tables[it.t]; it.k < len(t.keys) {
			it.k++
			return t.keys[it.k-1], true
		}
		it.t, it.k = it.t+1, 0
	}
	return "", false
}

func (it *iterator) close() {
	if it.v != nil {
		it.v.DecRef()
		it.v = nil
	}
}

func (tr *tree) close() {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.current.DecRef()
	tr.current = nil
}

func main() {
	tr := open()
	tr.flush("b", "a")
	tr.flush("d", "c")
	it := tr.iterate()
	var wg sync.WaitGroup
	wg.Go(func() {
		tr.compact()
		tr.flush("e")
	})
	var keys []string
	for key, ok := it.next(); ok; key, ok = it.next() {
		keys = append(keys, key)
	}
	wg.Wait()
	before := len(tr.removed)
	it.close()
	it.close()
	fmt.Println(keys, before, len(tr.removed))
	tr.close()
	sort.Ints(tr.removed)
	fmt.Println(tr.removed)
}
