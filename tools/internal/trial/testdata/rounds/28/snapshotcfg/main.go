// truth: correct

// Command snapshotcfg reloads routing tables. A table is parsed into a pooled
// draft; most reloads change nothing, so only a draft that differs is kept.
package main

import (
	"fmt"
	"io"
	"maps"
	"strings"
	"sync/atomic"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type Table struct {
	Version int
	Routes  map[string]string
}

var drafts = rcpool.Pool[Table]{
	Name: "routing.drafts",
	New:  func() *Table { return &Table{Routes: make(map[string]string, 64)} },
	Reset: func(t *Table) {
		t.Version = 0
		clear(t.Routes)
	},
}

type syntaxError struct {
	line int
	text string
}

func (e *syntaxError) Error() string { return fmt.Sprintf("line %d: %q", e.line, e.text) }

// parse returns a draft that the caller owns.
func parse(r io.Reader) (rcpool.Ref[Table], error) {
	in := stdpool.BufioReader(r)
	defer in.Release()
	draft := drafts.Get()
	for n := 1; ; n++ {
		line, err := in.Value().ReadString('\n')
		line = strings.TrimSpace(line)
		if line != "" && line[0] != '#' {
			if perr := parseLine(draft.Value(), n, line); perr != nil {
				draft.Release()
				return rcpool.Ref[Table]{}, perr
			}
		}
		switch {
		case err == io.EOF:
			return draft, nil
		case err != nil:
			draft.Release()
			return rcpool.Ref[Table]{}, err
		}
	}
}

func parseLine(t *Table, n int, line string) error {
	if v, ok := strings.CutPrefix(line, "version "); ok {
		if _, err := fmt.Sscan(v, &t.Version); err != nil {
			return &syntaxError{n, line}
		}
		return nil
	}
	prefix, backend, ok := strings.Cut(line, "->")
	if !ok {
		return &syntaxError{n, line}
	}
	t.Routes[strings.TrimSpace(prefix)] = strings.TrimSpace(backend)
	return nil
}

type Router struct {
	current atomic.Pointer[Table]
	reloads int
}

// Reload replaces the table if the new one differs.
func (r *Router) Reload(src io.Reader) (changed bool, err error) {
	draft, err := parse(src)
	if err != nil {
		return false, fmt.Errorf("reload: %w", err)
	}
	defer rcpool.Drop(&draft)
	old := r.current.Load()
	if old != nil && maps.Equal(old.Routes, draft.Value().Routes) {
		return false, nil
	}
	r.reloads++
	fresh := rcpool.Move(&draft)
	r.current.Store(fresh.Detach()) // belongs to the router from now on
	return true, nil
}

func (r *Router) Lookup(path string) (backend string) {
	t := r.current.Load()
	if t == nil {
		return ""
	}
	best := -1
	for prefix, b := range t.Routes {
		if strings.HasPrefix(path, prefix) && len(prefix) > best {
			best, backend = len(prefix), b
		}
	}
	return backend
}

func main() {
	var r Router
	for _, text := range []string{
		"version 1\n/ -> web\n/api -> api-1\n",
		"# same\nversion 2\n/api -> api-1\n/ -> web",
		"version x\n",
		"/api = api-2\n",
		"version 3\n/ -> web\n/api -> api-2\n/api/v2 -> api-3\n",
	} {
		changed, err := r.Reload(strings.NewReader(text))
		fmt.Println(changed, err, r.Lookup("/api/users"))
	}
	fmt.Println(r.reloads, r.Lookup("/api/v2/x"), r.Lookup("nothing"))
}
