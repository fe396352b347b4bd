// truth: correct

// Command topk finds the heaviest keys of each partition of a log, with
// scratch tables from a generic wrapper of sync.Pool, and merges the results.
package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Recycler is a typed pool. Clean runs before an object goes back.
type Recycler[T any] struct {
	pool  sync.Pool
	clean func(*T) bool
}

func NewRecycler[T any](build func() *T, clean func(*T) bool) *Recycler[T] {
	return &Recycler[T]{pool: sync.Pool{New: func() any { return build() }}, clean: clean}
}

func (r *Recycler[T]) Take() *T { return r.pool.Get().(*T) }

func (r *Recycler[T]) Give(x *T) {
	if r.clean(x) {
		r.pool.Put(x)
	}
}

// Use lends an object to f.
func (r *Recycler[T]) Use(f func(*T) error) error {
	x := r.Take()
	defer r.Give(x)
	return f(x)
}

type heavy struct {
	key   string
	count int
}

type table struct {
	counts map[string]int
	order  []heavy
}

var tables = NewRecycler(
	func() *table { return &table{counts: map[string]int{}} },
	func(t *table) bool {
		if len(t.counts) > 10_000 {
			return false
		}
		clear(t.counts)
		clear(t.order)
		t.order = t.order[:0]
		return true
	},
)

func (t *table) sorted() []heavy {
	t.order = t.order[:0]
	for k, n := range t.counts {
		t.order = append(t.order, heavy{k, n})
	}
	slices.SortFunc(t.order, func(a, b heavy) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.key, b.key))
	})
	return t.order
}

// top returns the k heaviest keys, in memory of its own.
func (t *table) top(k int) []heavy {
	all := t.sorted()
	return slices.Clone(all[:min(k, len(all))])
}

func countPartition(lines []string, k int) (result []heavy, err error) {
	err = tables.Use(func(t *table) error {
		for i, l := range lines {
			user, _, ok := strings.Cut(l, " ")
			if !ok {
				return fmt.Errorf("line %d: no user", i+1)
			}
			t.counts[user]++
		}
		result = t.top(k)
		return nil
	})
	return result, err
}

func merge(k int, partitions ...[]string) ([]heavy, error) {
	results := make([][]heavy, len(partitions))
	errs := make([]error, len(partitions))
	var wg sync.WaitGroup
	for i, p := range partitions {
		wg.Go(func() { results[i], errs[i] = countPartition(p, 2*k) })
	}
	wg.Wait()
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("partition %d: %w", i, err)
		}
	}
	total := tables.Take()
	defer tables.Give(total)
	for _, r := range results {
		for _, h := range r {
			total.counts[h.key] += h.count
		}
	}
	return total.top(k), nil
}

func main() {
	a := []string{"ada get", "bob get", "ada put", "eve get", "ada del"}
	b := []string{"bob get", "bob put", "joe get"}
	fmt.Println(merge(2, a, b))
	fmt.Println(merge(2, a, append(b, "malformed")))
	fmt.Println(merge(9, b))
}
