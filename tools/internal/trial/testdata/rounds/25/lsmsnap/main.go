// truth: correct

// Command lsmsnap lets iterators pin memtables while a flush swaps them.
package main

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
)

var live atomic.Int64

// Memtable is shared by reference counting.
type Memtable struct {
	refs atomic.Int32
	mu   sync.RWMutex
	data map[string]string
	seal bool
}

var memPool = sync.Pool{New: func() any { return &Memtable{data: make(map[string]string)} }}

// NewMemtable returns a table with one reference.
func NewMemtable() *Memtable {
	m := memPool.Get().(*Memtable)
	m.refs.Store(1)
	live.Add(1)
	return m
}

func (m *Memtable) IncRef() { m.refs.Add(1) }

func (m *Memtable) DecRef() {
	switch n := m.refs.Add(-1); {
	case n < 0:
		panic("memtable: too many DecRefs")
	case n == 0:
		clear(m.data)
		m.seal = false
		live.Add(-1)
		memPool.Put(m)
	}
}

func (m *Memtable) set(k, v string) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.data[k] = v
	return len(m.data)
}

func (m *Memtable) keys() []string {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return slices.Sorted(maps.Keys(m.data))
}

// Iterator holds a reference to each table of its snapshot.
type Iterator struct {
	tables []*Memtable
	keys   []string
}

func (it *Iterator) Next() (string, bool) {
	if len(it.keys) == 0 {
		return "", false
	}
	k := it.keys[0]
	it.keys = it.keys[1:]
	return k, true
}

func (it *Iterator) Close() {
	for _, t := range it.tables {
		t.DecRef()
	}
	it.tables = nil
}

type DB struct {
	mu     sync.Mutex
	active *Memtable
	sealed []*Memtable
	limit  int
	disk   []string
}

func Open(limit int) *DB { return &DB{active: NewMemtable(), limit: limit} }

func (db *DB) Put(k, v string) {
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.active.set(k, v) < db.limit {
		return
	}
	db.active.seal = true
	db.sealed = append(db.sealed, db.active)
	db.active = NewMemtable()
}

func (db *DB) Snapshot() *Iterator {
	db.mu.Lock()
	defer db.mu.Unlock()
	it := new(Iterator)
	for _, t := range append(slices.Clone(db.sealed), db.active) {
		t.IncRef()
		it.tables = append(it.tables, t)
		it.keys = append(it.keys, t.keys()...)
	}
	slices.Sort(it.keys)
	it.keys = slices.Compact(it.keys)
	return it
}

// Flush writes the oldest sealed table out.
func (db *DB) Flush() bool {
	db.mu.Lock()
	defer db.mu.Unlock()
	if len(db.sealed) == 0 {
		return false
	}
	t := db.sealed[0]
	db.sealed = slices.Delete(db.sealed, 0, 1)
	db.disk = append(db.disk, t.keys()...)
	t.DecRef()
	return true
}

func (db *DB) Close() {
	for db.Flush() {
	}
	db.mu.Lock()
	defer db.mu.Unlock()
	db.active.DecRef()
	db.active = nil
}

func main() {
	db := Open(3)
	for i := range 7 {
		db.Put(fmt.Sprint("k", i), "v")
	}
	it := db.Snapshot()
	db.Flush()
	db.Put("k9", "v")
	var wg sync.WaitGroup
	wg.Go(func() {
		defer it.Close()
		n := 0
		for _, ok := it.Next(); ok; _, ok = it.Next() {
			n++
		}
		fmt.Println(n, "keys")
	})
	wg.Wait()
	db.Close()
	fmt.Println(len(db.disk), live.Load())
}
