// truth: double-release line 81 hard

// Command versionswap serves a routing table that is replaced while it is read.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type version struct {
	refs   atomic.Int32
	id     int
	routes map[string]string
}

func NewVersion(id int, routes map[string]string) *version {
	v := &version{id: id, routes: routes}
	v.refs.Store(1)
	return v
}

func (v *version) Retain() { v.refs.Add(1) }

func (v *version) Release() {
	switch n := v.refs.Add(-1); {
	case n == 0:
		v.routes = nil
	case n < 0:
		panic(fmt.Sprintf("version %d released too often", v.id))
	}
}

type router struct {
	mu       sync.Mutex
	current  *version
	previous *version
}

// install makes v the current version and keeps one version for rollbacks.
func (r *router) install(v *version) {
	r.mu.Lock()
	defer r.mu.Unlock()
	drop := r.previous
	r.previous, r.current = r.current, v
	if drop != nil {
		drop.Release()
	}
}

func (r *router) rollback() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.previous == nil {
		return false
	}
	bad := r.current
	r.current = r.previous
	bad.Release()
	return true
}

func (r *router) lookup(host string) (int, string) {
	r.mu.Lock()
	v := r.current
	v.Retain()
	r.mu.Unlock()
	defer v.Release()
	return v.id, v.routes[host]
}

func (r *router) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.previous != nil {
		r.previous.Release()
		r.previous = nil
	}
	if r.current != nil {
		r.current.Release()
		r.current = nil
	}
}

func main() {
	r := &router{}
	for i := 1; i <= 3; i++ {
		r.install(NewVersion(i, map[string]string{"a": fmt.Sprint("10.0.0.", i)}))
	}
	fmt.Println(r.lookup("a"))
	fmt.Println(r.rollback())
	fmt.Println(r.lookup("a"))
	r.Close()
}
