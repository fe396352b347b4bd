// truth: correct

// Command routeconf keeps a routing table that is replaced while it is in use.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type Table struct {
	Version int
	Routes  map[string]string
}

var tables = rcpool.Pool[Table]{
	New: func() *Table { return &Table{Routes: make(map[string]string)} },
	Reset: func(t *Table) {
		t.Version = 0
		clear(t.Routes)
	},
}

type Router struct {
	mu  sync.RWMutex
	cur rcpool.Ref[Table]
}

// Acquire returns the current table. The caller must release it.
func (r *Router) Acquire() (rcpool.Ref[Table], bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if r.cur.IsZero() {
		return rcpool.Ref[Table]{}, false
	}
	return r.cur.Retain(), true
}

// Swap makes t the current table and takes it over.
func (r *Router) Swap(t rcpool.Ref[Table]) {
	r.mu.Lock()
	r.cur, t = t, r.cur
	r.mu.Unlock()
	rcpool.Drop(&t)
}

// Retire takes the table out of service. Nobody may use the router then.
func (r *Router) Retire() *Table {
	r.mu.Lock()
	defer r.mu.Unlock()
	last := rcpool.Move(&r.cur)
	return last.Detach()
}

var errSyntax = errors.New("want: path backend")

func load(version int, src io.Reader) (_ rcpool.Ref[Table], err error) {
	in := stdpool.BufioReader(src)
	defer in.Release()
	t := tables.Get()
	defer rcpool.Drop(&t)
	t.Value().Version = version
	scan := bufio.NewScanner(in.Value())
	for scan.Scan() {
		path, backend, ok := strings.Cut(scan.Text(), " ")
		if !ok {
			return rcpool.Ref[Table]{}, fmt.Errorf("version %d: %w", version, errSyntax)
		}
		t.Value().Routes[path] = backend
	}
	if err := scan.Err(); err != nil {
		return rcpool.Ref[Table]{}, err
	}
	return rcpool.Move(&t), nil
}

func lookup(r *Router, path string) string {
	t, ok := r.Acquire()
	if !ok {
		return ""
	}
	defer t.Release()
	return t.Value().Routes[path]
}

func main() {
	var r Router
	fmt.Printf("%q\n", lookup(&r, "/"))
	var wg sync.WaitGroup
	for version, src := range []string{"/ a\n/api b\n", "/ c\nbroken\n", "/ d\n/api e\n"} {
		t, err := load(version, strings.NewReader(src))
		if err != nil {
			fmt.Println(err)
			continue
		}
		r.Swap(t)
		for range 4 {
			wg.Go(func() {
				for range 10 {
					if lookup(&r, "/api") == "" {
						panic("no route")
					}
				}
			})
		}
	}
	wg.Wait()
	final := r.Retire()
	fmt.Println(final.Version, len(final.Routes))
}
