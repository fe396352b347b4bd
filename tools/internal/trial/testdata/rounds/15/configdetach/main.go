// truth: correct
package main

import (
	"bufio"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type route struct{ prefix, backend string }

type table struct {
	version int
	routes  []route
}

func (t *table) Reset() {
	clear(t.routes)
	t.routes = t.routes[:0]
	t.version = 0
}

var tables = rcpool.Pool[table]{Name: "route tables"}

type gateway struct {
	live     atomic.Pointer[table]
	rejected int
}

func load(text string) (rcpool.Ref[table], error) {
	in := stdpool.BufioReader(strings.NewReader(text))
	defer in.Release()
	t := tables.Get()
	v := t.Value()
	sc := bufio.NewScanner(in.Value())
	for n := 1; sc.Scan(); n++ {
		prefix, backend, ok := strings.Cut(sc.Text(), " -> ")
		if !ok {
			t.Release()
			return rcpool.Ref[table]{}, fmt.Errorf("line %d: no backend", n)
		}
		v.routes = append(v.routes, route{prefix, backend})
	}
	if err := sc.Err(); err != nil {
		t.Release()
		return rcpool.Ref[table]{}, err
	}
	return t, nil
}

func same(a, b *table) bool {
	if b == nil || len(a.routes) != len(b.routes) {
		return false
	}
	for i, r := range a.routes {
		if b.routes[i] != r {
			return false
		}
	}
	return true
}

// reload installs a new table for good if it differs from the live one.
func (g *gateway) reload(text string) error {
	t, err := load(text)
	if err != nil {
		g.rejected++
		return err
	}
	cur := g.live.Load()
	if same(t.Value(), cur) {
		t.Release()
		return nil
	}
	if cur != nil {
		t.Value().version = cur.version + 1
	}
	g.live.Store(t.Detach())
	return nil
}

func (g *gateway) backend(path string) string {
	t := g.live.Load()
	for _, r := range t.routes {
		if strings.HasPrefix(path, r.prefix) {
			return fmt.Sprintf("%s (v%d)", r.backend, t.version)
		}
	}
	return "404"
}

func main() {
	var g gateway
	for _, text := range []string{"/api -> a\n/ -> web", "/api -> a\n/ -> web", "/api", "/api -> b\n/ -> web"} {
		if err := g.reload(text); err != nil {
			fmt.Println(err)
		}
		fmt.Println(g.backend("/api/x"), g.backend("/y"))
	}
}
