// truth: detach line 45 plain
package main

import (
	"fmt"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type table struct {
	version int
	next    map[string]string
}

var tables = rcpool.Pool[table]{
	New:   func() *table { return &table{next: make(map[string]string)} },
	Reset: func(t *table) { t.version = 0; clear(t.next) },
}

type router struct {
	live  atomic.Pointer[table]
	audit func(*table)
}

// publish makes a table of routes the live one. Tables that readers look at
// are never reused.
func (r *router) publish(version int, routes map[string]string) {
	ref := tables.Get()
	t := ref.Value()
	t.version = version
	for k, v := range routes {
		t.next[k] = v
	}
	old := r.live.Load()
	if old != nil && len(old.next) == len(t.next) {
		ref.Release()
		return
	}
	if r.audit != nil {
		seen := ref.Retain()
		defer seen.Release()
		r.audit(seen.Value())
	}
	r.live.Store(ref.Detach())
}

func (r *router) lookup(host string) string {
	t := r.live.Load()
	if t == nil {
		return "no table"
	}
	return fmt.Sprint(t.version, " ", t.next[host])
}

func main() {
	r := &router{}
	r.publish(1, map[string]string{"a.test": "10.0.0.1"})
	r.publish(2, map[string]string{"a.test": "10.0.0.2"})
	fmt.Println(r.lookup("a.test"))
	r.audit = func(t *table) { fmt.Println("audit", t.version, len(t.next)) }
	func() {
		defer func() { fmt.Println("recovered:", recover()) }()
		r.publish(3, map[string]string{"a.test": "10.0.0.3", "b.test": "10.0.0.4"})
	}()
	fmt.Println(r.lookup("b.test"))
}
