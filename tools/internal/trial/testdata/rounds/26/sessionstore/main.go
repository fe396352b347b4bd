// truth: leak line 39,45 hard

// Command sessionstore keeps sessions of a web shop until they are idle for too long.
package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/rcpool/rcpool"
)

type Session struct {
	User string
	Cart []string
	Seen int
}

func (s *Session) Reset() {
	clear(s.Cart)
	*s = Session{Cart: s.Cart[:0]}
}

var sessions = rcpool.Pool[Session]{Name: "sessions"}

var errNoSession = errors.New("no session")

type Store struct {
	mu    sync.Mutex
	byTok map[string]rcpool.Ref[Session]
	clock int
	ttl   int
}

func (s *Store) Login(token, user string) {
	ref := sessions.Get()
	v := ref.Value()
	v.User = user
	s.mu.Lock()
	defer s.mu.Unlock()
	v.Seen = s.clock
	s.byTok[token] = ref
}

// Do lends the session to f.
func (s *Store) Do(token string, f func(*Session) error) error {
	s.mu.Lock()
	ref, ok := s.byTok[token]
	if !ok {
		s.mu.Unlock()
		return errNoSession
	}
	mine := ref.Retain()
	mine.Value().Seen = s.clock
	s.mu.Unlock()
	defer mine.Release()
	return f(mine.Value())
}

func (s *Store) Logout(token string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	ref, ok := s.byTok[token]
	if !ok {
		return false
	}
	delete(s.byTok, token)
	ref.Release()
	return true
}

func (s *Store) Tick(n int) (expired []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clock += n
	for _, token := range slices.Sorted(maps.Keys(s.byTok)) {
		ref := s.byTok[token]
		if s.clock-ref.Value().Seen > s.ttl {
			expired = append(expired, ref.Value().User)
			ref.Release()
			delete(s.byTok, token)
		}
	}
	return expired
}

func (s *Store) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, ref := range s.byTok {
		ref.Release()
	}
	clear(s.byTok)
}

func main() {
	s := &Store{byTok: map[string]rcpool.Ref[Session]{}, ttl: 10}
	defer s.Close()
	add := func(item string) func(*Session) error {
		return func(v *Session) error {
			if len(v.Cart) == 2 {
				return fmt.Errorf("%s: cart is full", v.User)
			}
			v.Cart = append(v.Cart, item)
			return nil
		}
	}
	s.Login("t1", "ann")
	s.Login("t2", "bob")
	for _, item := range []string{"tea", "rice", "salt"} {
		fmt.Println(s.Do("t1", add(item)), s.Do("t9", add(item)))
	}
	fmt.Println(s.Tick(8))
	s.Login("t1", "ann")
	fmt.Println(s.Do("t1", add("milk")), s.Tick(5), s.Logout("t1"), s.Logout("t1"))
}
