// truth: escape line 60,61 hard

// Shutdownhooks opens journals and writes their last entry when the server
// goes down.
package main

import (
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type Journal struct {
	Name    string
	Entries []string
}

func (j *Journal) Reset() {
	clear(j.Entries)
	*j = Journal{Entries: j.Entries[:0]}
}

var journals = rcpool.Pool[Journal]{Name: "journals"}

type Server struct {
	mu    sync.Mutex
	hooks []func()
	out   strings.Builder
}

func (s *Server) onShutdown(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hooks = append(s.hooks, f)
}

func (s *Server) Shutdown() string {
	s.mu.Lock()
	hooks := s.hooks
	s.hooks = nil
	s.mu.Unlock()
	for i := len(hooks) - 1; i >= 0; i-- {
		hooks[i]()
	}
	return s.out.String()
}

func (s *Server) Record(name string, entries ...string) int {
	ref := journals.Get()
	defer ref.Release()
	j := ref.Value()
	j.Name = name
	j.Entries = append(j.Entries, entries...)
	total := 0
	for _, e := range j.Entries {
		total += len(e)
	}
	s.onShutdown(func() {
		fmt.Fprintf(&s.out, "%s closed after %d entries\n", j.Name, len(j.Entries))
	})
	return total
}

func main() {
	s := new(Server)
	fmt.Println(s.Record("orders", "created", "paid", "shipped"))
	fmt.Println(s.Record("users", "login"))
	fmt.Print(s.Shutdown())
}
