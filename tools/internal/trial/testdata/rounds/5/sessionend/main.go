// truth: use-after-release line 57 callee
package main

import (
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
)

type Session struct {
	User    string
	Hits    int
	Started time.Time
}

type Sessions struct {
	pool rcpool.Pool[Session]
	open map[string]rcpool.Ref[Session]
	log  []string
}

func (s *Sessions) start(user string) {
	if _, ok := s.open[user]; ok {
		return
	}
	ref := s.pool.Get()
	v := ref.Value()
	v.User, v.Started = user, time.Now()
	s.open[user] = ref
}

func (s *Sessions) hit(user string) bool {
	ref, ok := s.open[user]
	if ok {
		ref.Value().Hits++
	}
	return ok
}

func (s *Sessions) finish(ref rcpool.Ref[Session], reason string) {
	defer ref.Release()
	v := ref.Value()
	if v.Hits == 0 {
		reason += " (unused)"
	}
	s.log = append(s.log, v.User+": "+reason)
}

func (s *Sessions) logout(user string) (hits int, ok bool) {
	ref, ok := s.open[user]
	if !ok {
		return 0, false
	}
	delete(s.open, user)
	s.finish(ref, "logout")
	return ref.Value().Hits, true
}

func (s *Sessions) shutdown() {
	for user, ref := range s.open {
		delete(s.open, user)
		s.finish(ref, "shutdown")
	}
}

func main() {
	s := &Sessions{open: map[string]rcpool.Ref[Session]{}}
	s.start("ann")
	s.start("ann")
	s.start("bob")
	fmt.Println(s.hit("ann"), s.hit("eve"))
	s.start("cid")
	_, ok := s.logout("nobody")
	fmt.Println(ok)
	hits, ok := s.logout("ann")
	fmt.Println(hits, ok)
	s.shutdown()
	fmt.Println(s.log)
}
