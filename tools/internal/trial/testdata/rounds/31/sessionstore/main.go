// truth: leak line 81 callee

// Command sessionstore keeps login sessions and touches them on each request.
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type session struct {
	mu    sync.Mutex
	user  string
	seen  time.Time
	views int
	cart  []string
}

func (s *session) Reset() {
	s.user, s.seen, s.views = "", time.Time{}, 0
	clear(s.cart)
	s.cart = s.cart[:0]
}

type store struct {
	pool rcpool.Pool[session]

	mu    sync.RWMutex
	byTok map[string]rcpool.Ref[session]
}

func newStore() *store {
	return &store{byTok: make(map[string]rcpool.Ref[session])}
}

func (s *store) login(tok, user string, now time.Time) {
	ref := s.pool.Get()
	ref.Value().user, ref.Value().seen = user, now
	s.mu.Lock()
	defer s.mu.Unlock()
	if old, ok := s.byTok[tok]; ok {
		old.Release()
	}
	s.byTok[tok] = ref
}

// find looks a session up by its token.
func (s *store) find(tok string) (rcpool.Ref[session], bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	ref, ok := s.byTok[tok]
	if !ok {
		return rcpool.Ref[session]{}, false
	}
	return ref.Retain(), true
}

// view counts a page view.
func (s *store) view(tok, item string, now time.Time) int {
	ref, ok := s.find(tok)
	if !ok {
		return 0
	}
	defer ref.Release()
	v := ref.Value()
	v.mu.Lock()
	defer v.mu.Unlock()
	v.seen = now
	v.views++
	if item != "" {
		v.cart = append(v.cart, item)
	}
	return v.views
}

// idle reports how long nobody has used the session.
func (s *store) idle(tok string, now time.Time) (time.Duration, error) {
	ref, ok := s.find(tok)
	if !ok {
		return 0, fmt.Errorf("no session %q", tok)
	}
	v := ref.Value()
	v.mu.Lock()
	defer v.mu.Unlock()
	return now.Sub(v.seen), nil
}

func (s *store) expire(now time.Time, after time.Duration) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for tok, ref := range s.byTok {
		v := ref.Value()
		v.mu.Lock()
		old := now.Sub(v.seen) > after
		v.mu.Unlock()
		if old {
			delete(s.byTok, tok)
			ref.Release()
			n++
		}
	}
	return n
}

func main() {
	now := time.Unix(1000, 0)
	s := newStore()
	for i, user := range []string{"ada", "bob", "cyd"} {
		s.login(fmt.Sprint("tok", i), user, now)
	}
	s.login("tok0", "ada", now)
	fmt.Println(s.view("tok1", "book", now.Add(time.Minute)), s.view("nope", "", now))
	fmt.Println(s.idle("tok2", now.Add(90*time.Second)))
	fmt.Println(s.idle("tok9", now))
	fmt.Println("expired", s.expire(now.Add(2*time.Minute), 90*time.Second))
	fmt.Println("expired", s.expire(now.Add(time.Hour), 0))
}
