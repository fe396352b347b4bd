// truth: correct
package main

import (
	"fmt"
	"sort"
	"sync"

	"github.com/rcpool/rcpool"
)

type Session struct {
	User  string
	Items []int
}

func (s *Session) Reset() { s.User, s.Items = "", s.Items[:0] }

// Index knows the sessions in flight without owning them.
type Index struct {
	mu   sync.Mutex
	live map[string]rcpool.Ref[Session]
}

func (x *Index) note(user string, ref rcpool.Ref[Session]) {
	x.mu.Lock()
	x.live[user] = ref
	x.mu.Unlock()
}

// Lookup returns a reference of the caller's own if the session is still live.
func (x *Index) Lookup(user string) (rcpool.Ref[Session], bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	ref, ok := x.live[user].TryRetain()
	if !ok {
		delete(x.live, user)
	}
	return ref, ok
}

func (x *Index) Users() []string {
	x.mu.Lock()
	defer x.mu.Unlock()
	users := make([]string, 0, len(x.live))
	for u := range x.live {
		users = append(users, u)
	}
	sort.Strings(users)
	return users
}

var sessions rcpool.Pool[Session]

func recommend(x *Index, user string, items ...int) int {
	s := sessions.Get()
	defer s.Release()
	s.Value().User = user
	s.Value().Items = append(s.Value().Items, items...)
	x.note(user, s)
	best := 0
	for _, peer := range x.Users() {
		other, ok := x.Lookup(peer)
		if !ok {
			continue
		}
		best = max(best, len(other.Value().Items))
		other.Release()
	}
	return best
}

func main() {
	x := &Index{live: map[string]rcpool.Ref[Session]{}}
	fmt.Println(recommend(x, "ann", 1, 2, 3))
	fmt.Println(recommend(x, "bob", 7))
	_, ok := x.Lookup("ann")
	fmt.Println(ok, x.Users())
}
