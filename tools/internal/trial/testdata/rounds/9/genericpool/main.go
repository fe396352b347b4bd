// truth: correct
package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// resetter is a pointer to a T that can be used again.
type resetter[T any] interface {
	*T
	Reset()
}

// Recycler is a typed sync.Pool.
type Recycler[T any, P resetter[T]] struct{ pool sync.Pool }

func (r *Recycler[T, P]) Get() P {
	if v, ok := r.pool.Get().(P); ok {
		return v
	}
	return new(T)
}

func (r *Recycler[T, P]) Put(v P) {
	v.Reset()
	r.pool.Put(v)
}

// Use runs f with an object that is valid until f returns.
func (r *Recycler[T, P]) Use(f func(P) error) error {
	v := r.Get()
	defer r.Put(v)
	return f(v)
}

type histogram struct {
	buckets [16]int
	n       int
}

func (h *histogram) Reset() { *h = histogram{} }

func (h *histogram) add(v int) {
	h.buckets[min(max(v, 0), len(h.buckets)-1)]++
	h.n++
}

func (h *histogram) quantile(q float64) int {
	left := int(q * float64(h.n))
	for i, c := range h.buckets {
		if left -= c; left < 0 {
			return i
		}
	}
	return len(h.buckets)
}

type names struct{ list []string }

func (n *names) Reset() { clear(n.list); n.list = n.list[:0] }

var (
	histograms Recycler[histogram, *histogram]
	nameLists  Recycler[names, *names]
)

func median(samples []int) (m int, err error) {
	err = histograms.Use(func(h *histogram) error {
		if len(samples) == 0 {
			return errors.New("no samples")
		}
		for _, s := range samples {
			h.add(s)
		}
		m = h.quantile(0.5)
		return nil
	})
	return m, err
}

func sortedKeys(m map[string][]int) string {
	n := nameLists.Get()
	defer nameLists.Put(n)
	for k := range m {
		n.list = append(n.list, k)
	}
	slices.Sort(n.list)
	return strings.Join(n.list, ",")
}

func main() {
	data := map[string][]int{"get": {1, 2, 2, 3}, "put": {9, 9, 40}, "del": nil}
	for _, k := range strings.Split(sortedKeys(data), ",") {
		m, err := median(data[k])
		fmt.Println(k, m, err)
	}
}
