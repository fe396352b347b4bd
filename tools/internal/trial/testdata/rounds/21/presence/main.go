// truth: leak line 37,50 hard
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Session struct {
	User    string
	Seen    int
	Unread  []string
	Devices int
}

func (s *Session) Reset() {
	clear(s.Unread)
	*s = Session{Unread: s.Unread[:0]}
}

var sessions = rcpool.Pool[Session]{Name: "presence.sessions"}

type presence struct {
	mu     sync.Mutex
	online map[string]rcpool.Ref[Session]
	clock  int
}

func (p *presence) tick(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clock += n
	for user, s := range p.online {
		if p.clock-s.Value().Seen > 10 {
			delete(p.online, user)
		}
	}
}

func (p *presence) join(user string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s, ok := p.online[user]; ok {
		s.Value().Devices++
		s.Value().Seen = p.clock
		return
	}
	s := sessions.Get()
	v := s.Value()
	v.User, v.Seen, v.Devices = user, p.clock, 1
	p.online[user] = s
}

func (p *presence) leave(user string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s, ok := p.online[user]
	if !ok {
		return
	}
	if s.Value().Devices--; s.Value().Devices > 0 {
		return
	}
	delete(p.online, user)
	s.Release()
}

func (p *presence) notify(user, text string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	s, ok := p.online[user]
	if ok {
		s.Value().Unread = append(s.Value().Unread, text)
	}
	return ok
}

func (p *presence) shutdown() (unread int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for user, s := range p.online {
		unread += len(s.Value().Unread)
		s.Release()
		delete(p.online, user)
	}
	return unread
}

func main() {
	p := &presence{online: map[string]rcpool.Ref[Session]{}}
	p.join("ann")
	p.join("bob")
	p.join("ann")
	p.tick(6)
	p.join("cy")
	fmt.Println(p.notify("ann", "hi"), p.notify("dan", "hi"), p.notify("cy", "yo"))
	p.leave("bob")
	p.leave("ann")
	p.tick(6)
	fmt.Println(p.notify("ann", "still there?"), len(p.online))
	fmt.Println(p.shutdown(), "unread,", sessions.Stats().InUse, "in use")
}
