// truth: correct
package main

import (
	"container/list"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type session struct {
	user  string
	roles []string
}

var sessions = rcpool.Pool[session]{
	Name: "sessions",
	Reset: func(s *session) {
		clear(s.roles)
		s.roles = s.roles[:0]
		s.user = ""
	},
}

type node struct {
	token string
	ref   rcpool.Ref[session]
}

// store keeps the most recently used sessions.
type store struct {
	mu    sync.Mutex
	max   int
	order *list.List
	byTok map[string]*list.Element
}

func newStore(max int) *store {
	return &store{max: max, order: list.New(), byTok: make(map[string]*list.Element)}
}

// put takes over ref.
func (s *store) put(token string, ref rcpool.Ref[session]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, ok := s.byTok[token]; ok {
		n := e.Value.(*node)
		old := n.ref
		n.ref = ref
		old.Release()
		s.order.MoveToFront(e)
		return
	}
	s.byTok[token] = s.order.PushFront(&node{token, ref})
	for s.order.Len() > s.max {
		s.remove(s.order.Back())
	}
}

func (s *store) remove(e *list.Element) {
	n := s.order.Remove(e).(*node)
	delete(s.byTok, n.token)
	n.ref.Release()
}

// get returns a reference of the caller's own.
func (s *store) get(token string) (rcpool.Ref[session], bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, ok := s.byTok[token]
	if !ok {
		return rcpool.Ref[session]{}, false
	}
	s.order.MoveToFront(e)
	return e.Value.(*node).ref.Retain(), true
}

func (s *store) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.order.Len() > 0 {
		s.remove(s.order.Front())
	}
}

func login(s *store, token, user string, roles ...string) {
	ref := sessions.Get()
	ref.Value().user = user
	ref.Value().roles = append(ref.Value().roles, roles...)
	s.put(token, ref)
}

func allowed(s *store, token, role string) bool {
	ref, ok := s.get(token)
	if !ok {
		return false
	}
	defer ref.Release()
	for _, r := range ref.Value().roles {
		if r == role {
			return true
		}
	}
	return false
}

func main() {
	s := newStore(4)
	defer s.close()
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range 50 {
				tok := fmt.Sprint("t", (g*7+i)%9)
				login(s, tok, "u", "read", "write")
				allowed(s, tok, "write")
			}
		})
	}
	wg.Wait()
	login(s, "t0", "root", "admin")
	fmt.Println(allowed(s, "t0", "admin"))
}
