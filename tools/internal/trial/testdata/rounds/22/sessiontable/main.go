// truth: correct

// Command sessiontable tracks sessions, replaces them on login and expires idle ones.
package main

import (
	"fmt"
	"sort"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type session struct {
	user  string
	roles map[string]bool
	seen  time.Time
}

func (s *session) Reset() {
	clear(s.roles)
	s.user, s.seen = "", time.Time{}
}

var sessions = rcpool.Pool[session]{
	Name: "sessions",
	New:  func() *session { return &session{roles: map[string]bool{}} },
}

type table struct {
	mu     sync.Mutex
	byKey  map[string]rcpool.Ref[session]
	weak   map[string]rcpool.Ref[session] // latest by user, owned by byKey
	expiry time.Duration
}

func (t *table) login(key, user string, now time.Time, roles ...string) {
	s := sessions.Get()
	v := s.Value()
	v.user, v.seen = user, now
	for _, role := range roles {
		v.roles[role] = true
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if old, ok := t.byKey[key]; ok {
		old.Release()
	}
	t.byKey[key] = s
	t.weak[user] = s
}

// get returns a reference of the caller's own.
func (t *table) get(key string, now time.Time) (rcpool.Ref[session], bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s, ok := t.byKey[key]
	if !ok {
		return s, false
	}
	if now.Sub(s.Value().seen) > t.expiry {
		delete(t.byKey, key)
		s.Release()
		return rcpool.Ref[session]{}, false
	}
	return s.Retain(), true
}

// latest finds the session of a user if it is still there.
func (t *table) latest(user string) (rcpool.Ref[session], bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s, ok := t.weak[user].TryRetain()
	if !ok {
		delete(t.weak, user)
	}
	return s, ok
}

func (t *table) sweep(now time.Time) (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for key, s := range t.byKey {
		if now.Sub(s.Value().seen) > t.expiry {
			delete(t.byKey, key)
			s.Release()
			n++
		}
	}
	return n
}

func (t *table) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for key, s := range t.byKey {
		s.Release()
		delete(t.byKey, key)
	}
	clear(t.weak)
}

func describe(s rcpool.Ref[session]) string {
	defer s.Release()
	var roles []string
	for role := range s.Value().roles {
		roles = append(roles, role)
	}
	sort.Strings(roles)
	return fmt.Sprint(s.Value().user, roles)
}

func main() {
	t := &table{byKey: map[string]rcpool.Ref[session]{}, weak: map[string]rcpool.Ref[session]{}, expiry: time.Minute}
	defer t.close()
	start := time.Unix(1000, 0)
	t.login("k1", "ann", start, "admin")
	t.login("k2", "bob", start)
	t.login("k1", "carl", start.Add(50*time.Second), "ops", "dev")
	later := start.Add(70 * time.Second)
	for _, key := range []string{"k1", "k2", "k3"} {
		if s, ok := t.get(key, later); ok {
			fmt.Println(key, describe(s))
		}
	}
	for _, user := range []string{"ann", "bob", "carl"} {
		s, ok := t.latest(user)
		if ok {
			fmt.Println(user, describe(s))
		}
	}
	fmt.Println("swept", t.sweep(later.Add(time.Hour)))
}
