// truth: escape line 32,62 callee
package main

import (
	"fmt"
	"sort"
	"sync"

	"github.com/rcpool/rcpool"
)

type Login struct {
	Player string
	Addr   string
	Tries  int
}

var logins = rcpool.Pool[Login]{Name: "logins"}

type tracker struct {
	mu     sync.Mutex
	recent map[string]*Login
}

// note remembers who has failed to log in.
func (t *tracker) note(l *Login) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if old, ok := t.recent[l.Addr]; ok && old.Tries > l.Tries {
		return
	}
	t.recent[l.Addr] = l
}

func (t *tracker) report() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var out []string
	for addr, l := range t.recent {
		out = append(out, fmt.Sprintf("%s: %s after %d tries", addr, l.Player, l.Tries))
	}
	sort.Strings(out)
	return out
}

type gate struct {
	secrets map[string]string
	failed  *tracker
}

func (g *gate) login(player, addr string, passwords ...string) bool {
	ref := logins.Get()
	defer ref.Release()
	l := ref.Value()
	l.Player, l.Addr = player, addr
	for _, p := range passwords {
		l.Tries++
		if g.secrets[player] == p {
			return true
		}
	}
	g.failed.note(l)
	return false
}

func main() {
	g := &gate{
		secrets: map[string]string{"ada": "x", "bob": "y"},
		failed:  &tracker{recent: map[string]*Login{}},
	}
	fmt.Println(g.login("ada", "10.0.0.1", "a", "x"))
	fmt.Println(g.login("bob", "10.0.0.2", "a", "b", "c"))
	fmt.Println(g.login("cy", "10.0.0.3"))
	for _, line := range g.failed.report() {
		fmt.Println(line)
	}
}
