// truth: correct

// Command memtables is the write path of a log-structured store: a mutable
// table, frozen ones that wait for the flusher, and snapshots for readers.
package main

import (
	"errors"
	"fmt"
	"sort"
	"sync"

	"github.com/rcpool/rcpool"
)

type memtable struct {
	seq  uint64
	size int
	rows map[string]string
}

var tables = rcpool.Pool[memtable]{
	Name: "lsm.memtables",
	New:  func() *memtable { return &memtable{rows: make(map[string]string, 64)} },
	Reset: func(m *memtable) {
		clear(m.rows)
		m.seq, m.size = 0, 0
	},
}

type snapshot struct {
	tables []rcpool.Ref[memtable] // the newest first
}

func (s *snapshot) get(key string) (string, bool) {
	for _, t := range s.tables {
		if v, ok := t.Value().rows[key]; ok {
			return v, true
		}
	}
	return "", false
}

func (s *snapshot) close() {
	for i := range s.tables {
		rcpool.Drop(&s.tables[i])
	}
	s.tables = nil
}

type store struct {
	mu     sync.Mutex
	seq    uint64
	active rcpool.Ref[memtable]
	frozen []rcpool.Ref[memtable] // the oldest first
	disk   map[string]string
}

func openStore() *store {
	s := &store{disk: map[string]string{}}
	s.rotate()
	return s
}

// rotate freezes the active table. The caller holds s.mu, or is alone.
func (s *store) rotate() {
	if !s.active.IsZero() {
		s.frozen = append(s.frozen, rcpool.Move(&s.active))
	}
	s.seq++
	s.active = tables.Get()
	s.active.Value().seq = s.seq
}

func (s *store) put(key, value string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.active.Value()
	t.rows[key] = value
	t.size += len(key) + len(value)
	if t.size > 40 {
		s.rotate()
	}
}

// freezeAndSnapshot returns what is frozen now. The caller closes it.
func (s *store) freezeAndSnapshot() *snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.active.Value().size > 0 {
		s.rotate()
	}
	snap := &snapshot{tables: make([]rcpool.Ref[memtable], 0, len(s.frozen))}
	for i := len(s.frozen) - 1; i >= 0; i-- {
		snap.tables = append(snap.tables, s.frozen[i].Retain())
	}
	return snap
}

var errNothing = errors.New("nothing to flush")

// flushOldest writes the oldest frozen table. If write fails, the table stays.
// There is one flusher.
func (s *store) flushOldest(write func(rows map[string]string) error) error {
	s.mu.Lock()
	if len(s.frozen) == 0 {
		s.mu.Unlock()
		return errNothing
	}
	t := s.frozen[0].Retain()
	s.mu.Unlock()
	defer t.Release()

	if err := write(t.Value().rows); err != nil {
		return fmt.Errorf("table %d: %w", t.Value().seq, err)
	}

	s.mu.Lock()
	done := s.frozen[0]
	s.frozen = s.frozen[1:]
	s.mu.Unlock()
	done.Release()
	return nil
}

func (s *store) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	rcpool.Drop(&s.active)
	for _, t := range s.frozen {
		t.Release()
	}
	s.frozen = nil
}

func main() {
	s := openStore()
	defer s.close()
	for i := range 12 {
		s.put(fmt.Sprintf("key%02d", i%7), fmt.Sprintf("value-%02d", i))
	}
	snap := s.freezeAndSnapshot()
	defer snap.close()
	attempts := 0
	for {
		err := s.flushOldest(func(rows map[string]string) error {
			if attempts++; attempts == 2 {
				return errors.New("disk is busy")
			}
			keys := make([]string, 0, len(rows))
			for k := range rows {
				keys = append(keys, k)
			}
			sort.Strings(keys)
			for _, k := range keys {
				s.disk[k] = rows[k]
			}
			return nil
		})
		if errors.Is(err, errNothing) {
			break
		}
		if err != nil {
			fmt.Println("retry:", err)
		}
	}
	v, ok := snap.get("key03")
	fmt.Println(v, ok, len(s.disk), attempts)
}
