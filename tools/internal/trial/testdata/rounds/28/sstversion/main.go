// truth: correct

// Command sstversion keeps the versions of an LSM tree: readers pin the version
// that they iterate, and files are deleted when no version refers to them.
package main

import (
	"errors"
	"fmt"
	"sort"
	"sync"
	"sync/atomic"
)

type Table struct {
	refs    atomic.Int32
	num     int
	rows    map[string]string
	deleted func(num int)
}

func NewTable(num int, rows map[string]string, deleted func(int)) *Table {
	t := &Table{num: num, rows: rows, deleted: deleted}
	t.refs.Store(1)
	return t
}

func (t *Table) IncRef() { t.refs.Add(1) }

func (t *Table) DecRef() {
	if n := t.refs.Add(-1); n == 0 {
		t.rows = nil
		t.deleted(t.num)
	} else if n < 0 {
		panic(fmt.Sprint("table ", t.num, " has no reference"))
	}
}

// A Version is an immutable list of tables, the latest first. It owns a
// reference to each of them.
type Version struct {
	refs   atomic.Int32
	tables []*Table
}

func NewVersion(tables []*Table) *Version {
	v := &Version{tables: tables}
	for _, t := range tables {
		t.IncRef()
	}
	v.refs.Store(1)
	return v
}

func (v *Version) IncRef() { v.refs.Add(1) }

func (v *Version) DecRef() {
	if v.refs.Add(-1) == 0 {
		for _, t := range v.tables {
			t.DecRef()
		}
	}
}

func (v *Version) get(key string) (string, bool) {
	for _, t := range v.tables {
		if val, ok := t.rows[key]; ok {
			return val, true
		}
	}
	return "", false
}

type DB struct {
	mu      sync.Mutex
	current *Version
	nextNum int
	gone    []int
	goneMu  sync.Mutex
}

func OpenDB() *DB { return &DB{current: NewVersion(nil)} }

// pin returns the current version with a reference for the caller.
//
//rcpool:returns-owned
func (db *DB) pin() (*Version, error) {
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.current == nil {
		return nil, errors.New("db is closed")
	}
	db.current.IncRef()
	return db.current, nil
}

// install replaces the current version with what edit makes of its tables.
// Called with the lock held.
func (db *DB) install(edit func([]*Table) []*Table) {
	old := db.current
	db.current = NewVersion(edit(append([]*Table(nil), old.tables...)))
	old.DecRef()
}

func (db *DB) newTable(rows map[string]string) *Table {
	db.nextNum++
	return NewTable(db.nextNum, rows, func(num int) {
		db.goneMu.Lock()
		defer db.goneMu.Unlock()
		db.gone = append(db.gone, num)
	})
}

func (db *DB) Flush(rows map[string]string) {
	db.mu.Lock()
	defer db.mu.Unlock()
	t := db.newTable(rows)
	defer t.DecRef() // the version has its own reference
	db.install(func(tables []*Table) []*Table { return append([]*Table{t}, tables...) })
}

// Compact merges all tables into one.
func (db *DB) Compact() {
	db.mu.Lock()
	defer db.mu.Unlock()
	if len(db.current.tables) < 2 {
		return
	}
	rows := make(map[string]string)
	for i := len(db.current.tables) - 1; i >= 0; i-- {
		for k, v := range db.current.tables[i].rows {
			rows[k] = v
		}
	}
	merged := db.newTable(rows)
	db.install(func([]*Table) []*Table { return []*Table{merged} })
	merged.DecRef()
}

func (db *DB) Scan(keys []string, between func()) (out []string, err error) {
	v, err := db.pin()
	if err != nil {
		return nil, err
	}
	defer v.DecRef()
	for _, k := range keys {
		if val, ok := v.get(k); ok {
			out = append(out, val)
		}
		between()
	}
	return out, nil
}

func (db *DB) Close() {
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.current != nil {
		db.current.DecRef()
		db.current = nil
	}
}

func main() {
	db := OpenDB()
	db.Flush(map[string]string{"a": "1", "b": "1"})
	db.Flush(map[string]string{"b": "2"})
	var wg sync.WaitGroup
	wg.Go(func() { fmt.Println(db.Scan([]string{"a", "b", "c"}, db.Compact)) })
	wg.Wait()
	db.Flush(map[string]string{"c": "3"})
	fmt.Println(db.Scan([]string{"a", "b", "c"}, func() {}))
	db.Close()
	_, err := db.Scan(nil, nil)
	sort.Ints(db.gone)
	fmt.Println(db.gone, err)
}
