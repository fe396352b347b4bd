// truth: correct

// Command routecfg parses routing tables in pooled scratch objects, and takes
// the ones that go live out of the pool.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type route struct {
	prefix  string
	backend string
}

type table struct {
	generation int
	routes     []route
	byBackend  map[string]int
}

func newTable() *table { return &table{byBackend: make(map[string]int)} }

func (t *table) Reset() {
	t.generation = 0
	clear(t.routes)
	t.routes = t.routes[:0]
	clear(t.byBackend)
}

func (t *table) lookup(path string) string {
	best, backend := -1, "none"
	for _, r := range t.routes {
		if len(r.prefix) > best && strings.HasPrefix(path, r.prefix) {
			best, backend = len(r.prefix), r.backend
		}
	}
	return backend
}

var tables = rcpool.Pool[table]{Name: "tables", New: newTable}

var errSyntax = errors.New("want prefix and backend")

func parse(text string) (rcpool.Ref[table], error) {
	ref := tables.Get()
	t := ref.Value()
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		fields := strings.Fields(lines.Text())
		switch len(fields) {
		case 0:
		case 2:
			t.routes = append(t.routes, route{fields[0], fields[1]})
			t.byBackend[fields[1]]++
		default:
			ref.Release()
			return rcpool.Ref[table]{}, fmt.Errorf("line %d: %w", n, errSyntax)
		}
	}
	return ref, nil
}

type checker func(*table) error

type router struct {
	live   atomic.Pointer[table]
	checks []checker
	last   int
}

// validate runs the checks side by side; it borrows the table.
func (r *router) validate(ref *rcpool.Ref[table]) error {
	errs := make(chan error, len(r.checks))
	for _, check := range r.checks {
		share := ref.Retain()
		go func() {
			err := check(share.Value())
			share.Release()
			errs <- err
		}()
	}
	var all []error
	for range r.checks {
		all = append(all, <-errs)
	}
	return errors.Join(all...)
}

// load makes the table live, or reports what is wrong with it.
func (r *router) load(text string, dryRun bool) error {
	ref, err := parse(text)
	if err != nil {
		return err
	}
	if err := r.validate(&ref); err != nil {
		ref.Release()
		return err
	}
	if dryRun || len(ref.Value().routes) == 0 {
		ref.Release()
		return nil
	}
	r.last++
	t := ref.Detach()
	t.generation = r.last
	r.live.Store(t)
	return nil
}

func main() {
	r := &router{checks: []checker{
		func(t *table) error {
			for backend, n := range t.byBackend {
				if n > 2 {
					return fmt.Errorf("%s has %d routes", backend, n)
				}
			}
			return nil
		},
		func(t *table) error {
			for _, rt := range t.routes {
				if !strings.HasPrefix(rt.prefix, "/") {
					return fmt.Errorf("%q is no path", rt.prefix)
				}
			}
			return nil
		},
	}}
	configs := []string{"/ web\n/api api\n", "/ web\nbad\n", "api api\n", "/a x\n/b x\n/c x\n", ""}
	for i, c := range configs {
		fmt.Println(i, r.load(c, false))
	}
	fmt.Println(r.load("/ other\n", true), r.live.Load().lookup("/api/v1"), r.live.Load().generation)
}
