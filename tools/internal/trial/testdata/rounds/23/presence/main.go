// truth: leak line 47 hard

// Command presence tracks where users are connected.
package main

import (
	"fmt"
	"sort"
	"sync"

	"github.com/rcpool/rcpool"
)

type status struct {
	user   string
	node   string
	beats  int
	caps   []string
	custom map[string]string
}

var statuses = rcpool.Pool[status]{
	Name: "statuses",
	New:  func() *status { return &status{custom: map[string]string{}} },
	Reset: func(s *status) {
		clear(s.caps)
		clear(s.custom)
		*s = status{caps: s.caps[:0], custom: s.custom}
	},
}

type tracker struct {
	mu     sync.Mutex
	byUser map[string]rcpool.Ref[status]
	moves  int
}

// connect takes s over.
func (t *tracker) connect(s rcpool.Ref[status]) {
	t.mu.Lock()
	defer t.mu.Unlock()
	user := s.Value().user
	if old, ok := t.byUser[user]; ok && old.Value().node != s.Value().node {
		s.Value().beats = old.Value().beats
		t.moves++
	}
	t.byUser[user] = s
}

func (t *tracker) beat(user string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	s, ok := t.byUser[user]
	if ok {
		s.Value().beats++
	}
	return ok
}

func (t *tracker) disconnect(user, node string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s, ok := t.byUser[user]
	if !ok || s.Value().node != node {
		return
	}
	delete(t.byUser, user)
	s.Release()
}

// on returns the users of a node.
func (t *tracker) on(node string) (users []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for user, s := range t.byUser {
		if s.Value().node == node {
			users = append(users, fmt.Sprint(user, "/", s.Value().beats))
		}
	}
	sort.Strings(users)
	return users
}

func (t *tracker) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for user, s := range t.byUser {
		s.Release()
		delete(t.byUser, user)
	}
}

func arrive(t *tracker, user, node string, caps ...string) {
	s := statuses.Get()
	v := s.Value()
	v.user, v.node = user, node
	v.caps = append(v.caps, caps...)
	v.custom["mood"] = "busy"
	t.connect(s)
}

func main() {
	t := &tracker{byUser: map[string]rcpool.Ref[status]{}}
	defer t.close()
	arrive(t, "ann", "n1", "video")
	arrive(t, "bob", "n1")
	fmt.Println(t.beat("ann"), t.beat("cyd"))
	arrive(t, "ann", "n2", "video", "voice")
	t.disconnect("ann", "n1")
	t.disconnect("bob", "n1")
	fmt.Println(t.on("n1"), t.on("n2"), t.moves)
}
