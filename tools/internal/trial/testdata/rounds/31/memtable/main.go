// truth: correct

// Command memtable is the in-memory part of a key-value store, with snapshots
// that do not block writers.
package main

import (
	"fmt"
	"sort"
	"sync"

	"github.com/rcpool/rcpool"
)

type record struct {
	key     string
	value   []byte
	version uint64
	deleted bool
}

var records = rcpool.Pool[record]{
	Name: "records",
	Reset: func(r *record) {
		*r = record{value: r.value[:0]}
	},
	Keep: func(r *record) bool { return cap(r.value) <= 8<<10 },
}

type table struct {
	mu      sync.RWMutex
	version uint64
	rows    map[string]rcpool.Ref[record]
}

// put replaces the row of the key. Snapshots keep the old one.
func (t *table) put(key string, value []byte, deleted bool) {
	fresh := records.Get()
	r := fresh.Value()
	r.key, r.deleted = key, deleted
	r.value = append(r.value, value...)

	t.mu.Lock()
	defer t.mu.Unlock()
	t.version++
	r.version = t.version
	if old, ok := t.rows[key]; ok {
		old.Release()
	}
	t.rows[key] = fresh
}

// get lends the value to f.
func (t *table) get(key string, f func([]byte)) bool {
	t.mu.RLock()
	ref, ok := t.rows[key]
	if !ok || ref.Value().deleted {
		t.mu.RUnlock()
		return false
	}
	mine := ref.Retain()
	t.mu.RUnlock()
	defer mine.Release()
	f(mine.Value().value)
	return true
}

// A snapshot owns a reference to each row that was live when it was taken.
type snapshot struct {
	rows []rcpool.Ref[record]
}

func (t *table) snapshot() *snapshot {
	t.mu.RLock()
	defer t.mu.RUnlock()
	s := &snapshot{rows: make([]rcpool.Ref[record], 0, len(t.rows))}
	for _, ref := range t.rows {
		if !ref.Value().deleted {
			s.rows = append(s.rows, ref.Retain())
		}
	}
	sort.Slice(s.rows, func(i, k int) bool {
		return s.rows[i].Value().key < s.rows[k].Value().key
	})
	return s
}

func (s *snapshot) each(f func(*record) bool) {
	for _, ref := range s.rows {
		if !f(ref.Value()) {
			return
		}
	}
}

func (s *snapshot) close() {
	for i := range s.rows {
		rcpool.Drop(&s.rows[i])
	}
	s.rows = nil
}

// compact forgets the tombstones.
func (t *table) compact() (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for key, ref := range t.rows {
		if ref.Value().deleted {
			delete(t.rows, key)
			ref.Release()
			n++
		}
	}
	return n
}

func (t *table) drop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for key, ref := range t.rows {
		ref.Release()
		delete(t.rows, key)
	}
}

func main() {
	t := &table{rows: make(map[string]rcpool.Ref[record])}
	defer t.drop()
	for i := range 20 {
		t.put(fmt.Sprintf("k%02d", i%12), []byte{byte(i)}, false)
	}
	s := t.snapshot()
	defer s.close()
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			t.put(fmt.Sprintf("k%02d", i), nil, true)
			t.get("k09", func(v []byte) { _ = v[0] })
		})
	}
	wg.Wait()
	fmt.Println("tombstones", t.compact())
	n := 0
	s.each(func(r *record) bool { n++; return r.key < "k08" })
	fmt.Println("visited", n, t.get("k01", func([]byte) {}))
}
