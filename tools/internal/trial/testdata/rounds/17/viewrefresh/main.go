// truth: escape line 69 hard
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type view struct {
	name    string
	columns []string
	rows    map[string][]float32
}

func (v *view) Reset() {
	v.name = ""
	clear(v.columns)
	v.columns = v.columns[:0]
	clear(v.rows)
}

var views = rcpool.Pool[view]{
	Name: "views",
	New:  func() *view { return &view{rows: map[string][]float32{}} },
}

type ticker struct {
	mu    sync.Mutex
	hooks map[string]func(gen int) string
}

func (t *ticker) on(name string, f func(gen int) string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hooks[name] = f
}

func (t *ticker) tick(gen int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, name := range []string{"users", "items"} {
		if f := t.hooks[name]; f != nil {
			fmt.Println(f(gen))
		}
	}
}

type materializer struct {
	ticker *ticker
	online map[string]int
}

// install loads a view, publishes its size, and has it shown at each tick.
func (m *materializer) install(name string, columns []string, entities ...string) error {
	if len(columns) == 0 {
		return fmt.Errorf("view %s has no columns", name)
	}
	ref := views.Get()
	defer ref.Release()
	v := ref.Value()
	v.name = name
	v.columns = append(v.columns, columns...)
	for _, e := range entities {
		v.rows[e] = make([]float32, len(columns))
	}
	m.online[name] = len(v.rows)
	m.ticker.on(name, func(gen int) string {
		return fmt.Sprintf("gen %d: %s has %d columns", gen, v.name, len(v.columns))
	})
	return nil
}

func main() {
	m := &materializer{ticker: &ticker{hooks: map[string]func(int) string{}}, online: map[string]int{}}
	fmt.Println(m.install("users", []string{"age", "clicks"}, "u1", "u2"))
	fmt.Println(m.install("items", []string{"price"}, "i1"))
	fmt.Println(m.install("empty", nil))
	m.ticker.tick(1)
	fmt.Println(m.online)
}
