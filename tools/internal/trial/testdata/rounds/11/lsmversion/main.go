// truth: correct
package main

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
)

var open atomic.Int32

type Table struct {
	refs     atomic.Int32
	id       int
	min, max int
}

func NewTable(id, min, max int) *Table {
	t := &Table{id: id, min: min, max: max}
	t.refs.Store(1)
	open.Add(1)
	return t
}

func (t *Table) IncRef() { t.refs.Add(1) }
func (t *Table) DecRef() {
	if t.refs.Add(-1) == 0 {
		open.Add(-1)
	}
}

// Version is a set of tables that readers see together.
type Version struct {
	refs   atomic.Int32
	tables []*Table
}

// NewVersion refers to the tables on its own behalf.
func NewVersion(tables []*Table) *Version {
	v := &Version{tables: slices.Clone(tables)}
	for _, t := range v.tables {
		t.IncRef()
	}
	v.refs.Store(1)
	return v
}

func (v *Version) IncRef() { v.refs.Add(1) }
func (v *Version) DecRef() {
	if v.refs.Add(-1) > 0 {
		return
	}
	for _, t := range v.tables {
		t.DecRef()
	}
	v.tables = nil
}

type DB struct {
	mu      sync.Mutex
	current *Version
	nextID  int
}

func (db *DB) snapshot() *Version {
	db.mu.Lock()
	defer db.mu.Unlock()
	db.current.IncRef()
	return db.current
}

func (db *DB) install(edit func([]*Table) []*Table) {
	db.mu.Lock()
	defer db.mu.Unlock()
	old := db.current
	db.current = NewVersion(edit(slices.Clone(old.tables)))
	old.DecRef()
}

func (db *DB) flush(min, max int) {
	db.nextID++
	t := NewTable(db.nextID, min, max)
	defer t.DecRef()
	db.install(func(ts []*Table) []*Table { return append(ts, t) })
}

func (db *DB) compact() {
	base := db.snapshot()
	defer base.DecRef()
	if len(base.tables) < 2 {
		return
	}
	merged := NewTable(1000+len(base.tables), base.tables[0].min, base.tables[0].max)
	defer merged.DecRef()
	for _, t := range base.tables[1:] {
		merged.min, merged.max = min(merged.min, t.min), max(merged.max, t.max)
	}
	db.install(func(ts []*Table) []*Table {
		rest := slices.DeleteFunc(ts, func(t *Table) bool { return slices.Contains(base.tables, t) })
		return append([]*Table{merged}, rest...)
	})
}

func main() {
	db := &DB{current: NewVersion(nil)}
	var wg sync.WaitGroup
	for i := range 10 {
		db.flush(i*10, i*10+15)
		v := db.snapshot()
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer v.DecRef()
			for _, t := range v.tables {
				if t.min <= i && i <= t.max && t.refs.Load() <= 0 {
					panic("closed table")
				}
			}
		}()
		if i%4 == 3 {
			db.compact()
		}
	}
	wg.Wait()
	fmt.Println(len(db.current.tables), open.Load())
	db.current.DecRef()
	fmt.Println(open.Load())
}
