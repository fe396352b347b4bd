// truth: correct

package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Charge struct {
	Key     string
	Cents   int64
	Ledger  []string
	Attempt int
}

func (c *Charge) Reset() {
	clear(c.Ledger)
	*c = Charge{Ledger: c.Ledger[:0]}
}

var charges = rcpool.Pool[Charge]{Name: "charges"}

var errDeclined = errors.New("declined")

type store struct {
	mu    sync.Mutex
	byKey map[string]rcpool.Ref[Charge]
}

// lookup returns a reference for the caller.
func (s *store) lookup(key string) (rcpool.Ref[Charge], bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ref, ok := s.byKey[key]
	if !ok {
		return rcpool.Ref[Charge]{}, false
	}
	return ref.Retain(), true
}

func (s *store) put(ref rcpool.Ref[Charge]) {
	key := ref.Value().Key
	s.mu.Lock()
	old := s.byKey[key]
	s.byKey[key] = ref
	s.mu.Unlock()
	rcpool.Drop(&old)
}

func (s *store) take(key string) *Charge {
	s.mu.Lock()
	ref, ok := s.byKey[key]
	delete(s.byKey, key)
	s.mu.Unlock()
	if !ok {
		return nil
	}
	return ref.Detach()
}

func (s *store) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, ref := range s.byKey {
		ref.Release()
		delete(s.byKey, key)
	}
}

func authorize(s *store, key string, cents int64) (int64, error) {
	if ref, ok := s.lookup(key); ok {
		defer ref.Release()
		if ref.Value().Cents == cents {
			return ref.Value().Cents, nil
		}
	}
	ref := charges.Get()
	defer rcpool.Drop(&ref)
	c := ref.Value()
	c.Key, c.Cents = key, cents
	c.Attempt++
	c.Ledger = append(c.Ledger, "authorize")
	if cents > 5000 {
		return 0, fmt.Errorf("%s: %w", key, errDeclined)
	}
	s.put(rcpool.Move(&ref))
	return cents, nil
}

func main() {
	s := &store{byKey: make(map[string]rcpool.Ref[Charge])}
	defer s.Close()
	var sum int64
	declined := 0
	for i := range 30 {
		cents := int64(i%7) * 1000
		got, err := authorize(s, fmt.Sprintf("order-%d", i%4), cents)
		if errors.Is(err, errDeclined) {
			declined++
		}
		sum += got
	}
	final := s.take("order-2")
	fmt.Println(sum, declined, final.Key, len(final.Ledger), s.take("missing") == nil)
}
