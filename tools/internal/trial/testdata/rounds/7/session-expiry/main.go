// truth: escape line 54 plain

// Command session-expiry logs logins, and reports those that nobody has used
// after a while.
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type login struct {
	user  string
	roles []string
	at    time.Time
}

func (l *login) Reset() {
	l.user = ""
	clear(l.roles)
	l.roles = l.roles[:0]
	l.at = time.Time{}
}

var logins = rcpool.Pool[login]{Name: "logins"}

type monitor struct {
	mu     sync.Mutex
	active map[string]bool
	idle   map[string]int
	timers sync.WaitGroup
}

func (m *monitor) login(user string, roles ...string) error {
	if user == "" {
		return fmt.Errorf("no user")
	}
	ref := logins.Get()
	defer ref.Release()
	l := ref.Value()
	l.user, l.at = user, time.Now()
	l.roles = append(l.roles, roles...)

	m.mu.Lock()
	defer m.mu.Unlock()
	if m.active[l.user] {
		return fmt.Errorf("%s is logged in, as %v", l.user, l.roles)
	}
	m.active[l.user] = true
	m.timers.Add(1)
	time.AfterFunc(5*time.Millisecond, func() {
		defer m.timers.Done()
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.active[l.user] {
			m.idle[l.user] = len(l.roles)
		}
	})
	return nil
}

func (m *monitor) touch(user string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.active, user)
}

func main() {
	m := &monitor{active: map[string]bool{}, idle: map[string]int{}}
	for i, user := range []string{"ann", "bob", "", "cid", "ann"} {
		if err := m.login(user, "user", fmt.Sprint("group", i)); err != nil {
			fmt.Println(err)
		}
	}
	m.touch("bob")
	m.timers.Wait()
	fmt.Println("idle:", m.idle)
}
