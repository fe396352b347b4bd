// truth: correct

package main

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

// A Table is a compiled routing table. Building one is costly.
type Table struct {
	Version int
	Routes  map[string]string
}

func (t *Table) Reset() {
	t.Version = 0
	clear(t.Routes)
}

var tables = rcpool.Pool[Table]{
	Name: "tables",
	New:  func() *Table { return &Table{Routes: make(map[string]string)} },
}

// A Router owns the current table. Readers take references of their own, so an
// old table is reused when its last reader is done.
type Router struct {
	current atomic.Pointer[rcpool.Ref[Table]]
	checks  sync.WaitGroup
	bad     atomic.Int64
}

func NewRouter() *Router {
	r := new(Router)
	first := tables.Get()
	r.current.Store(&first)
	return r
}

// Table returns the current table, with a reference for the caller.
func (r *Router) Table() rcpool.Ref[Table] {
	for {
		if table, ok := r.current.Load().TryRetain(); ok {
			return table
		}
	}
}

func (r *Router) Reload(version int, routes map[string]string) {
	next := tables.Get()
	t := next.Value()
	t.Version = version
	for from, to := range routes {
		t.Routes[from] = fmt.Sprintf("%s-v%d", to, version)
	}
	r.checks.Add(1)
	next.Go(r.check) // may take longer than the table is current
	r.current.Swap(&next).Release()
}

func (r *Router) check(t *Table) {
	defer r.checks.Done()
	for from, to := range t.Routes {
		if from == "" || to == "" {
			r.bad.Add(1)
		}
	}
}

func (r *Router) Close() {
	r.current.Load().Release()
	r.checks.Wait()
}

func (r *Router) Route(path string) (string, bool) {
	table := r.Table()
	defer table.Release()
	backend, ok := table.Value().Routes[path]
	return backend, ok
}

func main() {
	router := NewRouter()
	defer router.Close()
	if _, ok := router.Route("/users"); ok {
		panic("the first table is empty")
	}
	var readers sync.WaitGroup
	stop := make(chan struct{})
	for range 3 {
		readers.Go(func() {
			last := 0
			for {
				select {
				case <-stop:
					return
				default:
				}
				table := router.Table()
				if v := table.Value().Version; v < last {
					panic("went back in time")
				} else {
					last = v
				}
				table.Release()
			}
		})
	}
	for version := 1; version <= 50; version++ {
		router.Reload(version, map[string]string{"/users": "users", "/cart": "shop"})
	}
	close(stop)
	readers.Wait()
	fmt.Println(router.Route("/users"))
	router.checks.Wait()
	fmt.Println(router.bad.Load(), "bad routes")
}
