// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"
)

// txn is the state of one transaction on orders. It comes from the pool of its
// store or from the caller.
type txn struct {
	writes map[string]int64
	reads  []string
	store  *store
	pooled bool
}

type store struct {
	mu   sync.RWMutex
	data map[string]int64
	pool sync.Pool
}

func newStore() *store {
	s := &store{data: map[string]int64{}}
	s.pool.New = func() any { return &txn{writes: map[string]int64{}, store: s, pooled: true} }
	return s
}

func (s *store) begin(own *txn) *txn {
	if own != nil {
		own.store = s
		if own.writes == nil {
			own.writes = map[string]int64{}
		}
		return own
	}
	return s.pool.Get().(*txn)
}

func (s *store) end(t *txn) {
	clear(t.writes)
	t.reads = t.reads[:0]
	if t.pooled {
		s.pool.Put(t)
	}
}

func (t *txn) get(key string) int64 {
	if v, ok := t.writes[key]; ok {
		return v
	}
	t.reads = append(t.reads, key)
	t.store.mu.RLock()
	defer t.store.mu.RUnlock()
	return t.store.data[key]
}

func (t *txn) add(key string, n int64) { t.writes[key] = t.get(key) + n }

// update runs f and commits, unless f fails or panics. own may be nil.
func (s *store) update(own *txn, f func(*txn) error) (reads int, err error) {
	t := s.begin(own)
	defer s.end(t)
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("update: %v", p)
		}
	}()
	if err := f(t); err != nil {
		return 0, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for k, v := range t.writes {
		s.data[k] = v
	}
	return len(t.reads), nil
}

func transfer(from, to string, n int64) func(*txn) error {
	return func(t *txn) error {
		if t.get(from) < n {
			return errors.New("insufficient " + from)
		}
		t.add(from, -n)
		t.add(to, n)
		return nil
	}
}

func main() {
	s := newStore()
	fmt.Println(s.update(nil, func(t *txn) error { t.add("cash", 100); return nil }))
	var mine txn
	fmt.Println(s.update(&mine, transfer("cash", "bonds", 60)))
	fmt.Println(s.update(nil, transfer("cash", "bonds", 60)))
	fmt.Println(s.update(nil, func(*txn) error { panic("no price") }))
	fmt.Println(s.update(&mine, transfer("bonds", "cash", 10)))
	fmt.Println(s.data["cash"], s.data["bonds"])
}
