// truth: double-release line 47,58 hard

// Command tx-savepoint has transactions with a buffer of writes. A savepoint
// remembers the buffer that a rollback returns to.
package main

import (
	"fmt"
	"maps"
	"slices"

	"github.com/rcpool/rcpool"
)

type writes struct{ kv map[string]string }

var buffers = rcpool.Pool[writes]{
	Name:  "write buffers",
	New:   func() *writes { return &writes{map[string]string{}} },
	Reset: func(w *writes) { clear(w.kv) },
}

type tx struct {
	store   map[string]string
	current rcpool.Ref[writes]
	saved   rcpool.Ref[writes] // zero without a savepoint
}

func begin(store map[string]string) *tx {
	return &tx{store: store, current: buffers.Get()}
}

func (t *tx) set(key, value string) { t.current.Value().kv[key] = value }

func (t *tx) savepoint() {
	rcpool.Drop(&t.saved)
	t.saved = t.current
	t.current = buffers.Get()
	maps.Copy(t.current.Value().kv, t.saved.Value().kv)
}

func (t *tx) rollback() error {
	if t.saved.IsZero() {
		return fmt.Errorf("no savepoint")
	}
	t.current.Release()
	t.current = t.saved
	return nil
}

func (t *tx) commit() {
	maps.Copy(t.store, t.current.Value().kv)
	t.close()
}

func (t *tx) close() {
	t.current.Release()
	rcpool.Drop(&t.saved)
}

func run(store map[string]string, steps []string) {
	t := begin(store)
	for _, step := range steps {
		switch step {
		case "save":
			t.savepoint()
		case "rollback":
			if err := t.rollback(); err != nil {
				fmt.Println(err)
			}
		default:
			t.set(step, "by "+step)
		}
	}
	t.commit()
}

func main() {
	store := map[string]string{}
	run(store, []string{"a", "save", "b"})
	run(store, []string{"c", "rollback"})
	fmt.Println(slices.Sorted(maps.Keys(store)), buffers.Stats().InUse)
	run(store, []string{"d", "save", "e", "rollback", "f"})
	fmt.Println(slices.Sorted(maps.Keys(store)), buffers.Stats().InUse)
}
