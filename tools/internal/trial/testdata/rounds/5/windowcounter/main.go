// truth: correct
package main

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/rcpool/rcpool"
)

type Window struct {
	mu     sync.Mutex
	Counts map[string]int
}

type Aggregator struct {
	pool rcpool.Pool[Window]
	mu   sync.RWMutex
	cur  rcpool.Ref[Window]
}

func NewAggregator() *Aggregator {
	a := new(Aggregator)
	a.pool.New = func() *Window { return &Window{Counts: map[string]int{}} }
	a.pool.Reset = func(w *Window) {
		w.mu = sync.Mutex{}
		clear(w.Counts)
	}
	a.cur = a.pool.Get()
	return a
}

// current returns a reference that the caller releases.
func (a *Aggregator) current() rcpool.Ref[Window] {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.cur.Retain()
}

func (a *Aggregator) Count(key string) {
	w := a.current()
	defer w.Release()
	v := w.Value()
	v.mu.Lock()
	v.Counts[key]++
	v.mu.Unlock()
}

// Rotate starts a window and returns the counts of the one before.
func (a *Aggregator) Rotate() map[string]int {
	next := a.pool.Get()
	a.mu.Lock()
	next, a.cur = a.cur, next
	a.mu.Unlock()
	defer next.Release()
	v := next.Value()
	v.mu.Lock()
	defer v.mu.Unlock()
	return maps.Clone(v.Counts)
}

func (a *Aggregator) Close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	rcpool.Drop(&a.cur)
}

func main() {
	a := NewAggregator()
	defer a.Close()
	for range 3 {
		var wg sync.WaitGroup
		for i := range 9 {
			wg.Go(func() { a.Count(fmt.Sprint("k", i%3)) })
		}
		wg.Wait()
		counts := a.Rotate()
		fmt.Println(slices.Sorted(maps.Keys(counts)), counts["k1"])
	}
}
