// truth: leak line 71 callee
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"

	"github.com/rcpool/rcpool"
)

type profile struct {
	name   string
	badges []string
}

func (p *profile) Reset() {
	clear(p.badges)
	*p = profile{badges: p.badges[:0]}
}

var profiles = rcpool.Pool[profile]{Name: "profiles"}

type cache struct {
	mu sync.RWMutex
	m  map[string]rcpool.Ref[profile]
}

func (c *cache) find(id string) (rcpool.Ref[profile], bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	p, ok := c.m[id]
	if !ok {
		return rcpool.Ref[profile]{}, false
	}
	return p.Retain(), true
}

func (c *cache) put(id, name string, badges ...string) {
	p := profiles.Get()
	p.Value().name = name
	p.Value().badges = append(p.Value().badges, badges...)
	c.mu.Lock()
	defer c.mu.Unlock()
	old := c.m[id]
	c.m[id] = p
	rcpool.Drop(&old)
}

func (c *cache) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, p := range c.m {
		p.Release()
		delete(c.m, id)
	}
}

func (c *cache) show(w http.ResponseWriter, r *http.Request) {
	p, ok := c.find(r.FormValue("id"))
	if !ok {
		http.NotFound(w, r)
		return
	}
	defer p.Release()
	fmt.Fprintln(w, p.Value().name, p.Value().badges)
}

func (c *cache) badgeCount(w http.ResponseWriter, r *http.Request) {
	p, ok := c.find(r.FormValue("id"))
	if !ok {
		http.NotFound(w, r)
		return
	}
	fmt.Fprintln(w, len(p.Value().badges))
}

func main() {
	c := &cache{m: map[string]rcpool.Ref[profile]{}}
	c.put("1", "ann", "early", "top")
	c.put("1", "ann", "early")
	mux := http.NewServeMux()
	mux.HandleFunc("/show", c.show)
	mux.HandleFunc("/badges", c.badgeCount)
	for _, u := range []string{"/show?id=1", "/badges?id=1", "/badges?id=2"} {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest("GET", u, nil))
		fmt.Println(w.Code, w.Body.String())
	}
	c.clear()
	fmt.Println("in use:", profiles.Stats().InUse)
}
