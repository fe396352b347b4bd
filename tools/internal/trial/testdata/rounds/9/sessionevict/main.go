// truth: double-release line 65,76 hard
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Session struct {
	User  string
	Seen  int
	State map[string]string
}

func (s *Session) Reset() { s.User, s.Seen = "", 0; clear(s.State) }

var sessions = rcpool.Pool[Session]{
	Name: "session",
	New:  func() *Session { return &Session{State: map[string]string{}} },
}

// store has the sessions by token and, for the sweeper, in the order they began.
type store struct {
	mu      sync.Mutex
	byToken map[string]rcpool.Ref[Session]
	aged    []string
	clock   int
}

func (st *store) login(user string) string {
	st.mu.Lock()
	defer st.mu.Unlock()
	st.clock++
	ref := sessions.Get()
	ref.Value().User, ref.Value().Seen = user, st.clock
	token := fmt.Sprintf("%s-%d", user, st.clock)
	st.byToken[token] = ref
	st.aged = append(st.aged, token)
	return token
}

func (st *store) touch(token string) bool {
	st.mu.Lock()
	defer st.mu.Unlock()
	ref, ok := st.byToken[token]
	if ok {
		st.clock++
		ref.Value().Seen = st.clock
	}
	return ok
}

func (st *store) sweep(before int) (n int) {
	st.mu.Lock()
	defer st.mu.Unlock()
	keep := st.aged[:0]
	for _, token := range st.aged {
		ref := st.byToken[token]
		if ref.Value().Seen >= before {
			keep = append(keep, token)
			continue
		}
		ref.Release()
		n++
	}
	st.aged = keep
	return n
}

func (st *store) close() {
	st.mu.Lock()
	defer st.mu.Unlock()
	for token, ref := range st.byToken {
		ref.Release()
		delete(st.byToken, token)
	}
}

func main() {
	st := &store{byToken: map[string]rcpool.Ref[Session]{}}
	a := st.login("ann")
	st.login("bob")
	st.login("cid")
	st.touch(a)
	fmt.Println("swept", st.sweep(3))
	st.close()
	fmt.Println(len(st.byToken))
}
