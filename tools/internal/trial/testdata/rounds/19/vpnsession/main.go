// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

var errRefused = errors.New("handshake refused")

// A Session belongs to the table and to everyone who handles its packets.
type Session struct {
	refs  atomic.Int32
	id    uint32
	keys  *[32]byte
	stats *atomic.Int64
}

func NewSession(id uint32, live *atomic.Int64) *Session {
	s := &Session{id: id, keys: new([32]byte), stats: live}
	s.refs.Store(1)
	live.Add(1)
	return s
}

func (s *Session) IncRef() {
	if s.refs.Add(1) <= 1 {
		panic("IncRef of a dead session")
	}
}

// TryIncRef fails if the session is on its way out.
func (s *Session) TryIncRef() bool {
	for {
		n := s.refs.Load()
		if n == 0 {
			return false
		}
		if s.refs.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

func (s *Session) DecRef() {
	n := s.refs.Add(-1)
	if n < 0 {
		panic("DecRef of a dead session")
	}
	if n == 0 {
		clear(s.keys[:])
		s.stats.Add(-1)
	}
}

type table struct {
	byID sync.Map // of *Session
	live atomic.Int64
}

// connect returns the session with a reference for the caller.
func (t *table) connect(id uint32, greet func(*Session) error) (*Session, error) {
	s := NewSession(id, &t.live)
	if err := greet(s); err != nil {
		s.DecRef()
		return nil, err
	}
	s.IncRef() // for the table
	if old, loaded := t.byID.Swap(id, s); loaded {
		old.(*Session).DecRef()
	}
	return s, nil
}

func (t *table) find(id uint32) *Session {
	v, ok := t.byID.Load(id)
	if !ok {
		return nil
	}
	if s := v.(*Session); s.TryIncRef() {
		return s
	}
	return nil
}

func (t *table) disconnect(id uint32) {
	if v, ok := t.byID.LoadAndDelete(id); ok {
		v.(*Session).DecRef()
	}
}

func (t *table) packet(id uint32, n int) bool {
	s := t.find(id)
	if s == nil {
		return false
	}
	defer s.DecRef()
	return n+int(s.keys[0]) > 0
}

func main() {
	var t table
	var wg sync.WaitGroup
	for i := range uint32(6) {
		wg.Go(func() {
			s, err := t.connect(i%4, func(s *Session) error {
				if s.id == 3 {
					return errRefused
				}
				return nil
			})
			if err != nil {
				return
			}
			defer s.DecRef()
			for n := range 50 {
				t.packet(i%3, n)
				if n == 25 && i == 2 {
					t.disconnect(1)
				}
			}
		})
	}
	wg.Wait()
	for i := range uint32(4) {
		t.disconnect(i)
	}
	fmt.Println(t.packet(1, 1), t.live.Load())
}
