// truth: correct

// Command routetable swaps a table under its readers, who keep the old one alive.
package main

import (
	"fmt"
	"log"
	"sync"

	"github.com/rcpool/rcpool"
)

type Table struct {
	Version int
	Routes  map[string]string
}

func newTable() *Table { return &Table{Routes: make(map[string]string)} }

func (t *Table) Reset() {
	t.Version = 0
	clear(t.Routes)
}

type Router struct {
	tables rcpool.Pool[Table]

	mu      sync.RWMutex
	current rcpool.Ref[Table]
}

func NewRouter() *Router {
	r := &Router{tables: rcpool.Pool[Table]{Name: "tables", New: newTable}}
	r.current = r.tables.Get()
	return r
}

// snapshot returns a reference for the caller.
func (r *Router) snapshot() rcpool.Ref[Table] {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.current.Retain()
}

func (r *Router) Lookup(host string) (backend string, version int) {
	table := r.snapshot()
	defer table.Release()
	t := table.Value()
	return t.Routes[host], t.Version
}

// Update builds a new table from the present one. If edit fails, nothing changes.
func (r *Router) Update(edit func(routes map[string]string) error) error {
	old := r.snapshot()
	defer old.Release()
	next := r.tables.Get()
	t := next.Value()
	t.Version = old.Value().Version + 1
	for host, backend := range old.Value().Routes {
		t.Routes[host] = backend
	}
	if err := edit(t.Routes); err != nil {
		next.Release()
		return err
	}
	r.mu.Lock()
	previous := r.current
	r.current = next
	r.mu.Unlock()
	previous.Release()
	return nil
}

func (r *Router) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	rcpool.Drop(&r.current)
}

func main() {
	r := NewRouter()
	defer r.Close()
	stop := make(chan bool)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			last := 0
			for {
				select {
				case <-stop:
					return
				default:
				}
				backend, version := r.Lookup("api")
				if version < last || version > 0 && backend == "" {
					log.Fatal("inconsistent: ", backend, version)
				}
				last = version
			}
		})
	}
	for i := range 50 {
		err := r.Update(func(routes map[string]string) error {
			if i%5 == 4 {
				return fmt.Errorf("edit %d refused", i)
			}
			routes["api"] = fmt.Sprint("10.0.0.", i)
			return nil
		})
		if (err != nil) != (i%5 == 4) {
			log.Fatal(err)
		}
	}
	close(stop)
	wg.Wait()
	_, version := r.Lookup("api")
	fmt.Println("version", version)
}
