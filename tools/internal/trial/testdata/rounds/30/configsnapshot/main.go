// truth: correct

// Command configsnapshot serves a routing table that is replaced while
// requests use it; the old table goes back when its last request ends.
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type route struct{ prefix, backend string }

type table struct {
	version int
	routes  []route
}

func (t *table) Reset() {
	clear(t.routes)
	t.version, t.routes = 0, t.routes[:0]
}

func (t *table) find(path string) (string, bool) {
	best := -1
	for i, r := range t.routes {
		if len(path) >= len(r.prefix) && path[:len(r.prefix)] == r.prefix {
			if best < 0 || len(r.prefix) > len(t.routes[best].prefix) {
				best = i
			}
		}
	}
	if best < 0 {
		return "", false
	}
	return t.routes[best].backend, true
}

var (
	tables    = rcpool.Pool[table]{Name: "tables"}
	errClosed = errors.New("router is closed")
	errNone   = errors.New("no route")
)

type router struct {
	mu      sync.RWMutex
	current rcpool.Ref[table]
}

// acquire returns a reference for the caller, false if there is no table.
func (r *router) acquire() (rcpool.Ref[table], bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.current.TryRetain()
}

// install takes next over, which may be zero.
func (r *router) install(next rcpool.Ref[table]) {
	r.mu.Lock()
	old := rcpool.Move(&r.current)
	r.current = next
	r.mu.Unlock()
	rcpool.Drop(&old)
}

func (r *router) route(path string) (string, error) {
	t, ok := r.acquire()
	if !ok {
		return "", errClosed
	}
	defer t.Release()
	backend, ok := t.Value().find(path)
	if !ok {
		return "", fmt.Errorf("%s: %w", path, errNone)
	}
	return backend, nil
}

func load(version int, lines ...route) (rcpool.Ref[table], error) {
	ref := tables.Get()
	t := ref.Value()
	t.version = version
	for _, l := range lines {
		if l.backend == "" {
			ref.Release()
			return rcpool.Ref[table]{}, fmt.Errorf("version %d: %q has no backend", version, l.prefix)
		}
		t.routes = append(t.routes, l)
	}
	return ref, nil
}

func main() {
	r := new(router)
	_, err := r.route("/early")
	fmt.Println(err)
	var clients sync.WaitGroup
	for v := range 5 {
		next, err := load(v, route{"/", "web"}, route{"/api", fmt.Sprint("api", v)}, route{"/x", "y"[v/4:]})
		if err != nil {
			fmt.Println(err)
			continue
		}
		r.install(next)
		for range 3 {
			clients.Go(func() {
				if b, err := r.route("/api/users"); err != nil || b[:3] != "api" {
					fmt.Println("wrong:", b, err)
				}
			})
		}
	}
	clients.Wait()
	fmt.Println(r.route("/"))
	r.install(rcpool.Ref[table]{})
}
