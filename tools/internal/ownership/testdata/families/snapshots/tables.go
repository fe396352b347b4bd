// Package snapshots has a reference that is replaced while goroutines read it, who take
// a reference of their own.
package snapshots

import (
	"sync"

	"github.com/rcpool/rcpool"
)

// A Table is replaced as a whole.
type Table struct{ Version int }

type router struct {
	tables  rcpool.Pool[Table]
	mu      sync.RWMutex
	current rcpool.Ref[Table]
}

func newRouter() *router {
	r := &router{}
	r.current = r.tables.Get()
	return r
}

func (r *router) version() int {
	r.mu.RLock()
	table := r.current.Retain()
	r.mu.RUnlock()
	defer table.Release()
	return table.Value().Version
}

// update puts a new table in place of the present one.
func (r *router) update() {
	next := r.tables.Get()
	next.Value().Version = r.version() + 1
	r.mu.Lock()
	previous := r.current
	r.current = next
	r.mu.Unlock()
	previous.Release()
}

// close leaves the table that was released where it was.
func (r *router) close() { r.current.Release() }
