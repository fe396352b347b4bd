// truth: correct

// Command segstore reads from segments that a compaction may replace meanwhile.
package main

import (
	"errors"
	"fmt"
	"sort"
	"sync"
	"sync/atomic"
)

// A Segment is counted: it is unmapped when the last user is gone.
type Segment struct {
	refs   atomic.Int32
	id     int
	keys   []string
	values map[string]string
	unmap  func(id int)
}

func NewSegment(id int, kv map[string]string, unmap func(int)) *Segment {
	s := &Segment{id: id, values: kv, unmap: unmap}
	for k := range kv {
		s.keys = append(s.keys, k)
	}
	sort.Strings(s.keys)
	s.refs.Store(1)
	return s
}

func (s *Segment) IncRef() { s.refs.Add(1) }

func (s *Segment) DecRef() {
	switch n := s.refs.Add(-1); {
	case n == 0:
		s.values, s.keys = nil, nil
		s.unmap(s.id)
	case n < 0:
		panic("segment: too many DecRefs")
	}
}

type DB struct {
	compacting sync.Mutex

	mu       sync.RWMutex
	segments []*Segment // newest last, each owned
	nextID   int
	unmapped []int
	closed   bool
}

var ErrClosed = errors.New("closed")

func (db *DB) noteUnmap(id int) { db.unmapped = append(db.unmapped, id) }

func (db *DB) Ingest(kv map[string]string) error {
	db.mu.Lock()
	defer db.mu.Unlock()
	seg := NewSegment(db.nextID, kv, db.noteUnmap)
	db.nextID++
	if db.closed {
		seg.DecRef()
		return ErrClosed
	}
	db.segments = append(db.segments, seg)
	return nil
}

// acquire returns the segments, with a reference to each for the caller.
func (db *DB) acquire() ([]*Segment, error) {
	db.mu.RLock()
	defer db.mu.RUnlock()
	if db.closed {
		return nil, ErrClosed
	}
	segs := make([]*Segment, len(db.segments))
	for i, s := range db.segments {
		s.IncRef()
		segs[i] = s
	}
	return segs, nil
}

func (db *DB) release(segs []*Segment) {
	db.mu.Lock()
	defer db.mu.Unlock()
	for _, s := range segs {
		s.DecRef()
	}
}

func (db *DB) Get(key string) (string, bool, error) {
	segs, err := db.acquire()
	if err != nil {
		return "", false, err
	}
	defer db.release(segs)
	for i := len(segs) - 1; i >= 0; i-- {
		if v, ok := segs[i].values[key]; ok {
			return v, v != "", nil
		}
	}
	return "", false, nil
}

func (db *DB) Compact() error {
	db.compacting.Lock()
	defer db.compacting.Unlock()
	segs, err := db.acquire()
	if err != nil {
		return err
	}
	defer db.release(segs)
	merged := map[string]string{}
	for _, s := range segs {
		for _, k := range s.keys {
			merged[k] = s.values[k]
		}
	}
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.closed {
		return ErrClosed
	}
	next := []*Segment{NewSegment(db.nextID, merged, db.noteUnmap)}
	db.nextID++
	next = append(next, db.segments[len(segs):]...)
	for _, s := range db.segments[:len(segs)] {
		s.DecRef()
	}
	db.segments = next
	return nil
}

func (db *DB) Close() {
	db.mu.Lock()
	defer db.mu.Unlock()
	db.closed = true
	for _, s := range db.segments {
		s.DecRef()
	}
	db.segments = nil
}

func main() {
	db := &DB{}
	_ = db.Ingest(map[string]string{"a": "1", "b": "2"})
	_ = db.Ingest(map[string]string{"a": "3", "b": ""})
	fmt.Println(db.Get("a"))
	segs, _ := db.acquire()
	fmt.Println(db.Compact(), segs[0].values["a"], db.unmapped)
	db.release(segs)
	fmt.Println(db.Get("b"))
	db.Close()
	fmt.Println(db.Ingest(nil), db.unmapped)
	_, _, err := db.Get("a")
	fmt.Println(err)
}
