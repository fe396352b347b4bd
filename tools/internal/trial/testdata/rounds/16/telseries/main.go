// truth: leak line 55,58 hard

package main

import (
	"fmt"
	"sort"
	"sync"

	"github.com/rcpool/rcpool"
)

type series struct {
	Key    string
	Gen    int
	Points []float64
}

func (s *series) Reset() { *s = series{Points: s.Points[:0]} }

var chunks = rcpool.Pool[series]{Name: "chunks"}

type registry struct {
	mu     sync.Mutex
	active map[string]rcpool.Ref[series]
	limit  int
	totals map[string]float64
}

func newRegistry(limit int) *registry {
	return &registry{active: map[string]rcpool.Ref[series]{}, limit: limit, totals: map[string]float64{}}
}

func (r *registry) observe(key string, v float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	ref, ok := r.active[key]
	if !ok {
		ref = chunks.Get()
		ref.Value().Key = key
		r.active[key] = ref
	}
	s := ref.Value()
	s.Points = append(s.Points, v)
	if len(s.Points) >= r.limit {
		r.roll(s)
	}
}

// roll folds a full chunk into the totals and begins the next one.
func (r *registry) roll(s *series) {
	for _, p := range s.Points {
		r.totals[s.Key] += p
	}
	next := chunks.Get()
	next.Value().Key = s.Key
	next.Value().Gen = s.Gen + 1
	r.active[s.Key] = next
}

func (r *registry) forget(key string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if ref, ok := r.active[key]; ok {
		delete(r.active, key)
		ref.Release()
	}
}

func (r *registry) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for key, ref := range r.active {
		for _, p := range ref.Value().Points {
			r.totals[key] += p
		}
		ref.Release()
	}
	clear(r.active)
}

func main() {
	r := newRegistry(4)
	for i := range 10 {
		r.observe("cpu", float64(i))
		r.observe("mem", 1)
	}
	r.observe("disk", 3)
	r.forget("disk")
	r.close()
	keys := make([]string, 0, len(r.totals))
	for k := range r.totals {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		fmt.Println(k, r.totals[k])
	}
	fmt.Println("in use:", chunks.Stats().InUse)
}
