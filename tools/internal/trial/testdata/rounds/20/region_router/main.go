// truth: leak line 55 callee

// Players are sent to the server of their region.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type region struct {
	name    string
	servers []string
	next    int
}

func (r *region) Reset() {
	clear(r.servers)
	*r = region{servers: r.servers[:0]}
}

var regions = rcpool.Pool[region]{Name: "regions"}

type router struct {
	mu     sync.Mutex
	byName map[string]rcpool.Ref[region]
}

func (r *router) set(name string, servers ...string) {
	ref := regions.Get()
	v := ref.Value()
	v.name = name
	v.servers = append(v.servers, servers...)
	r.mu.Lock()
	defer r.mu.Unlock()
	if old, ok := r.byName[name]; ok {
		old.Release()
	}
	r.byName[name] = ref
}

func (r *router) region(name string) (rcpool.Ref[region], bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	ref, ok := r.byName[name]
	if !ok {
		return rcpool.Ref[region]{}, false
	}
	return ref.Retain(), true
}

func (r *router) size(name string) int {
	ref, ok := r.region(name)
	if !ok {
		return 0
	}
	return len(ref.Value().servers)
}

func (r *router) route(player int, name string) (string, error) {
	if r.size(name) == 0 {
		return "", fmt.Errorf("no servers in %q for player %d", name, player)
	}
	ref, ok := r.region(name)
	if !ok {
		return "", fmt.Errorf("region %q has gone", name)
	}
	defer ref.Release()
	v := ref.Value()
	return v.servers[player%len(v.servers)], nil
}

func (r *router) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for name, ref := range r.byName {
		ref.Release()
		delete(r.byName, name)
	}
}

func main() {
	r := &router{byName: map[string]rcpool.Ref[region]{}}
	r.set("eu", "fra1", "ams1")
	r.set("us", "nyc1")
	for i, name := range []string{"eu", "eu", "us", "asia"} {
		fmt.Println(r.route(i, name))
	}
	r.set("eu", "fra2")
	fmt.Println(r.route(3, "eu"))
	r.close()
	fmt.Println("in use", regions.Stats().InUse)
}
