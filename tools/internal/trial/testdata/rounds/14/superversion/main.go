// truth: correct

// Command superversion keeps the memtable and the tables of a storage engine alive for iterators.
package main

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
)

type memtable struct {
	refs atomic.Int32
	keys []string
	dead *atomic.Int32
}

func NewMemtable(dead *atomic.Int32) *memtable {
	m := &memtable{dead: dead}
	m.refs.Store(1)
	return m
}

func (m *memtable) IncRef() { m.refs.Add(1) }

func (m *memtable) DecRef() {
	if n := m.refs.Add(-1); n == 0 {
		m.keys = nil
		m.dead.Add(1)
	} else if n < 0 {
		panic("memtable released too often")
	}
}

type superVersion struct {
	refs   atomic.Int32
	active *memtable
	sealed []*memtable
}

// NewSuperVersion adds references to the tables.
func NewSuperVersion(active *memtable, sealed []*memtable) *superVersion {
	sv := &superVersion{active: active, sealed: slices.Clone(sealed)}
	sv.refs.Store(1)
	active.IncRef()
	for _, m := range sv.sealed {
		m.IncRef()
	}
	return sv
}

func (sv *superVersion) IncRef() { sv.refs.Add(1) }

func (sv *superVersion) DecRef() {
	if sv.refs.Add(-1) != 0 {
		return
	}
	sv.active.DecRef()
	for _, m := range sv.sealed {
		m.DecRef()
	}
	sv.active, sv.sealed = nil, nil
}

type db struct {
	mu   sync.Mutex
	sv   *superVersion
	dead atomic.Int32
}

func Open() *db {
	d := &db{}
	m := NewMemtable(&d.dead)
	defer m.DecRef()
	d.sv = NewSuperVersion(m, nil)
	return d
}

func (d *db) put(key string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.sv.active.keys = append(d.sv.active.keys, key)
}

func (d *db) install(next *superVersion) {
	old := d.sv
	d.sv = next
	old.DecRef()
}

func (d *db) rotate() {
	d.mu.Lock()
	defer d.mu.Unlock()
	m := NewMemtable(&d.dead)
	defer m.DecRef()
	d.install(NewSuperVersion(m, append(slices.Clone(d.sv.sealed), d.sv.active)))
}

func (d *db) flush() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.install(NewSuperVersion(d.sv.active, nil))
}

// iterate calls f for the keys of the sealed tables, without the lock.
func (d *db) iterate(f func(key string) bool) {
	d.mu.Lock()
	sv := d.sv
	sv.IncRef()
	d.mu.Unlock()
	defer sv.DecRef()
	for _, m := range sv.sealed {
		for _, k := range m.keys {
			if !f(k) {
				return
			}
		}
	}
}

func (d *db) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.sv.DecRef()
	d.sv = nil
}

func main() {
	d := Open()
	for _, k := range []string{"a", "b", "", "c", "", "d"} {
		if k == "" {
			d.rotate()
			continue
		}
		d.put(k)
	}
	n := 0
	d.iterate(func(key string) bool {
		if n++; n == 1 {
			d.flush()
			fmt.Println("dead", d.dead.Load())
		}
		fmt.Println(key)
		return n < 3
	})
	fmt.Println("dead", d.dead.Load())
	d.Close()
	fmt.Println("dead", d.dead.Load())
}
