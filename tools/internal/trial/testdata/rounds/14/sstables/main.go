// truth: leak line 70 callee

// Command sstables reads keys through the versions of an LSM tree.
package main

import (
	"fmt"
	"sort"
	"sync"
	"sync/atomic"
)

type table struct {
	refs   atomic.Int32
	name   string
	keys   []string
	closed func(name string)
}

func newTable(name string, closed func(string), keys ...string) *table {
	t := &table{name: name, keys: keys, closed: closed}
	t.refs.Store(1)
	return t
}

func (t *table) IncRef() { t.refs.Add(1) }

func (t *table) DecRef() {
	if t.refs.Add(-1) == 0 {
		t.closed(t.name)
	}
}

func (t *table) has(key string) bool {
	i := sort.SearchStrings(t.keys, key)
	return i < len(t.keys) && t.keys[i] == key
}

type tree struct {
	mu     sync.RWMutex
	tables []*table
}

// pin returns the table that holds key, pinned against compaction.
func (t *tree) pin(key string) *table {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for _, tab := range t.tables {
		if tab.has(key) {
			tab.IncRef()
			return tab
		}
	}
	return nil
}

func (t *tree) replace(tabs ...*table) {
	t.mu.Lock()
	old := t.tables
	t.tables = tabs
	t.mu.Unlock()
	for _, tab := range old {
		tab.DecRef()
	}
}

func (t *tree) locate(keys []string) (map[string]string, int) {
	found, missing := map[string]string{}, 0
	for _, k := range keys {
		tab := t.pin(k)
		if tab == nil {
			missing++
			continue
		}
		if _, dup := found[k]; dup {
			continue
		}
		found[k] = tab.name
		tab.DecRef()
	}
	return found, missing
}

func main() {
	closed := func(name string) { fmt.Println("closed", name) }
	tr := &tree{}
	tr.replace(newTable("t1", closed, "a", "c"), newTable("t2", closed, "b"))
	fmt.Println(tr.locate([]string{"a", "b", "x", "a"}))
	tr.replace(newTable("t3", closed, "a", "b", "c"))
	tr.replace()
}
