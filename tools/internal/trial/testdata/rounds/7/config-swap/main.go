// truth: correct

// Command config-swap replaces a configuration while requests read it. Each
// request sees one configuration from begin to end.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type config struct {
	version int
	routes  map[string]string
}

type holder struct {
	pool rcpool.Pool[config]
	mu   sync.RWMutex
	cur  rcpool.Ref[config]
}

func newHolder() *holder {
	return &holder{pool: rcpool.Pool[config]{
		Name:  "configs",
		New:   func() *config { return &config{routes: make(map[string]string, 8)} },
		Reset: func(c *config) { c.version = 0; clear(c.routes) },
	}}
}

// load returns a reference for the caller.
func (h *holder) load() rcpool.Ref[config] {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return h.cur.Retain()
}

// update changes a copy, which replaces the configuration unless edit fails.
func (h *holder) update(edit func(*config) error) error {
	next := h.pool.Get()
	defer rcpool.Drop(&next)
	h.mu.RLock()
	if !h.cur.IsZero() {
		old := h.cur.Value()
		next.Value().version = old.version + 1
		for path, target := range old.routes {
			next.Value().routes[path] = target
		}
	}
	h.mu.RUnlock()
	if err := edit(next.Value()); err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.cur, next = next, h.cur
	return nil
}

func (h *holder) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	rcpool.Drop(&h.cur)
}

func route(h *holder, path string) string {
	c := h.load()
	defer c.Release()
	if target, ok := c.Value().routes[path]; ok {
		return fmt.Sprintf("%s@%d", target, c.Value().version)
	}
	return "not found"
}

func main() {
	h := newHolder()
	defer h.close()
	set := func(path, target string) error {
		return h.update(func(c *config) error {
			if target == "" {
				return fmt.Errorf("no target for %s", path)
			}
			c.routes[path] = target
			return nil
		})
	}
	set("/", "home")
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for range 50 {
				route(h, "/")
			}
		})
	}
	for i := range 20 {
		if err := set("/", fmt.Sprint("home", i)); err != nil {
			fmt.Println(err)
		}
	}
	wg.Wait()
	fmt.Println(set("/x", ""), route(h, "/"), route(h, "/x"))
}
