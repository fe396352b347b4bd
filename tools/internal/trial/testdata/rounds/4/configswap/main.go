// truth: correct

// Configswap reloads a routing table while requests use the one before.
package main

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type Routes struct {
	Version int
	ByHost  map[string]string
}

func (r *Routes) Reset() {
	r.Version = 0
	clear(r.ByHost)
}

var routes = rcpool.Pool[Routes]{
	Name: "routes",
	New:  func() *Routes { return &Routes{ByHost: make(map[string]string)} },
}

// A Snapshot is a counted table and its end.
type Snapshot struct {
	ref  rcpool.Ref[Routes]
	once sync.Once
}

func (s *Snapshot) Host(name string) string { return s.ref.Value().ByHost[name] }

func (s *Snapshot) Done() { s.once.Do(s.ref.Release) }

type Router struct {
	mu      sync.RWMutex
	current rcpool.Ref[Routes]
}

// Reload parses text, and swaps the table only if all of it is right.
func (r *Router) Reload(version int, text string) error {
	next := routes.Get()
	defer func() { rcpool.Drop(&next) }()
	table := next.Value()
	table.Version = version
	for line := range strings.Lines(text) {
		host, target, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok {
			return fmt.Errorf("version %d: bad line %q", version, line)
		}
		table.ByHost[host] = target
	}
	r.mu.Lock()
	r.current, next = next, r.current // the deferred call drops the old one
	r.mu.Unlock()
	return nil
}

func (r *Router) Snapshot() *Snapshot {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return &Snapshot{ref: r.current.Retain()}
}

func (r *Router) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	rcpool.Drop(&r.current)
}

// route gives the snapshot up early if it has more to do.
func route(r *Router, host string, early bool) bool {
	s := r.Snapshot()
	defer s.Done()
	found := s.Host(host) != ""
	if early {
		s.Done()
		runtime.Gosched()
	}
	return found
}

func main() {
	var router Router
	defer router.Close()
	if err := router.Reload(1, "a.example one\nb.example two\n"); err != nil {
		fmt.Println(err)
		return
	}
	var clients sync.WaitGroup
	var hits atomic.Int64
	for i := range 8 {
		clients.Go(func() {
			for range 50 {
				if route(&router, "a.example", i%2 == 0) {
					hits.Add(1)
				}
			}
		})
	}
	for v := range 20 {
		text := fmt.Sprintf("a.example t%d\n", v)
		if v%5 == 4 {
			text += "broken\n"
		}
		if err := router.Reload(v+2, text); err != nil {
			fmt.Println(err)
		}
	}
	clients.Wait()
	fmt.Println(hits.Load(), routes.Stats().InUse)
}
