// truth: leak line 87 callee

// Sessionstore keeps the sessions of a web application, with sliding expiry.
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type session struct {
	user    string
	expires int64
	values  map[string]string
}

func (s *session) Reset() {
	clear(s.values)
	s.user, s.expires = "", 0
}

var sessions = rcpool.Pool[session]{
	Name: "sessions",
	New:  func() *session { return &session{values: make(map[string]string)} },
}

var errNoSession = errors.New("no such session")

type store struct {
	mu   sync.Mutex
	byID map[string]rcpool.Ref[session]
	ttl  int64
}

func (s *store) login(id, user string, now int64) {
	ref := sessions.Get()
	v := ref.Value()
	v.user, v.expires = user, now+s.ttl
	s.mu.Lock()
	defer s.mu.Unlock()
	if old, ok := s.byID[id]; ok {
		old.Release()
	}
	s.byID[id] = ref
}

func (s *store) find(id string, now int64) (rcpool.Ref[session], error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ref, ok := s.byID[id]
	if !ok {
		return rcpool.Ref[session]{}, errNoSession
	}
	if v := ref.Value(); v.expires < now {
		delete(s.byID, id)
		ref.Release()
		return rcpool.Ref[session]{}, fmt.Errorf("%w: %s expired", errNoSession, id)
	}
	ref.Value().expires = now + s.ttl
	return ref.Retain(), nil
}

func (s *store) set(id, key, value string, now int64) error {
	ref, err := s.find(id, now)
	if err != nil {
		return err
	}
	defer ref.Release()
	ref.Value().values[key] = value
	return nil
}

func (s *store) get(id, key string, now int64) (string, error) {
	ref, err := s.find(id, now)
	if err != nil {
		return "", err
	}
	defer ref.Release()
	return ref.Value().values[key], nil
}

// touch extends the session.
func (s *store) touch(id string, now int64) (user string, err error) {
	ref, err := s.find(id, now)
	if err != nil {
		return "", err
	}
	return ref.Value().user, nil
}

func (s *store) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, ref := range s.byID {
		ref.Release()
		delete(s.byID, id)
	}
}

func main() {
	s := &store{byID: map[string]rcpool.Ref[session]{}, ttl: 10}
	defer s.close()
	s.login("c1", "ada", 0)
	s.login("c2", "bob", 0)
	s.login("c2", "bob", 1)
	fmt.Println(s.set("c1", "cart", "3 items", 5))
	fmt.Println(s.touch("c1", 14))
	fmt.Println(s.get("c1", "cart", 20))
	fmt.Println(s.touch("c2", 20))
	fmt.Println(s.get("c2", "cart", 21))
}
