// truth: leak line 31,36 hard
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Session struct {
	User    string
	Rooms   []string
	Expires time.Time
}

func (s *Session) Reset() {
	clear(s.Rooms)
	s.User, s.Rooms, s.Expires = "", s.Rooms[:0], time.Time{}
}

var sessions = rcpool.Pool[Session]{Name: "sessions"}

type directory struct {
	mu      sync.RWMutex
	byToken map[string]rcpool.Ref[Session]
}

func (d *directory) login(token, user string, ttl time.Duration) {
	s := sessions.Get()
	s.Value().User = user
	s.Value().Expires = time.Now().Add(ttl)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.byToken[token] = s
}

func (d *directory) join(token, room string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	s, ok := d.byToken[token]
	if !ok {
		return fmt.Errorf("token %s: not logged in", token)
	}
	s.Value().Rooms = append(s.Value().Rooms, room)
	return nil
}

func (d *directory) logout(token string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s, ok := d.byToken[token]; ok {
		delete(d.byToken, token)
		s.Release()
	}
}

func (d *directory) sweep(now time.Time) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := 0
	for token, s := range d.byToken {
		if now.After(s.Value().Expires) {
			s.Release()
			delete(d.byToken, token)
			n++
		}
	}
	return n
}

func main() {
	d := &directory{byToken: map[string]rcpool.Ref[Session]{}}
	d.login("t1", "ada", time.Hour)
	d.login("t2", "bob", -time.Second)
	fmt.Println(d.join("t1", "#ops"), d.join("t9", "#ops"))
	d.login("t1", "ada", time.Hour) // reconnect with the same token
	fmt.Println(d.join("t1", "#dev"))
	fmt.Println("swept", d.sweep(time.Now()))
	d.logout("t1")
	d.logout("t1")
	fmt.Println(len(d.byToken), sessions.Stats().InUse)
}
