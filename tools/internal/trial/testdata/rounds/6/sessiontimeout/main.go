// truth: escape line 38,51 plain
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Session struct {
	ID   int
	User string
	Seen []byte
}

func (s *Session) Reset() { *s = Session{Seen: s.Seen[:0]} }

var sessions = rcpool.Pool[Session]{Name: "sessions"}

type reaper struct {
	mu      sync.Mutex
	expired []string
	wg      sync.WaitGroup
}

func (r *reaper) expire(user string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.expired = append(r.expired, user)
}

// serve handles one session. If the session has seen nothing but pings, a
// warning follows after the grace period.
func (r *reaper) serve(id int, user string, messages []string) int {
	session := sessions.Get()
	defer session.Release()
	s := session.Value()
	s.ID, s.User = id, user
	pings := 0
	for _, m := range messages {
		if m == "ping" {
			pings++
		}
		s.Seen = append(s.Seen, m...)
		s.Seen = append(s.Seen, '\n')
	}
	if pings == len(messages) {
		r.wg.Add(1)
		time.AfterFunc(5*time.Millisecond, func() {
			defer r.wg.Done()
			r.expire(s.User)
		})
	}
	return len(s.Seen)
}

func main() {
	r := &reaper{}
	for i := range 20 {
		n := r.serve(i, fmt.Sprint("user", i), []string{"ping", "ping"})
		if n != 10 {
			fmt.Println("short:", n)
		}
	}
	r.serve(99, "talker", []string{"ping", "hello"})
	r.wg.Wait()
	wrong := 0
	seen := map[string]bool{}
	for _, user := range r.expired {
		if user == "" || seen[user] {
			wrong++
		}
		seen[user] = true
	}
	fmt.Println(len(r.expired), "warnings,", wrong, "to the wrong user")
}
