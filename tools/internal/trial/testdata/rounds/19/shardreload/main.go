// truth: correct
package main

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type index struct {
	generation int
	postings   map[string][]int
}

var indexes = rcpool.Pool[index]{
	Name:  "indexes",
	New:   func() *index { return &index{postings: map[string][]int{}} },
	Reset: func(x *index) { x.generation = 0; clear(x.postings) },
}

// live is the index that queries use. reload replaces it.
type live struct {
	mu      sync.RWMutex
	current rcpool.Ref[index]
}

func (l *live) acquire() (rcpool.Ref[index], bool) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if l.current.IsZero() {
		return rcpool.Ref[index]{}, false
	}
	return l.current.Retain(), true
}

// swap takes next over.
func (l *live) swap(next rcpool.Ref[index]) {
	l.mu.Lock()
	prev := l.current
	l.current = next
	l.mu.Unlock()
	if !prev.IsZero() {
		prev.Release()
	}
}

func build(generation int, docs []string) (rcpool.Ref[index], error) {
	x := indexes.Get()
	ok := false
	defer func() {
		if !ok {
			x.Release()
		}
	}()
	v := x.Value()
	v.generation = generation
	for i, d := range docs {
		if d == "" {
			return rcpool.Ref[index]{}, fmt.Errorf("document %d is empty", i)
		}
		v.postings[d] = append(v.postings[d], i)
	}
	ok = true
	return x, nil
}

func (l *live) reload(generation int, docs []string) error {
	x, err := build(generation, docs)
	if err != nil {
		return fmt.Errorf("generation %d: %w", generation, err)
	}
	l.swap(x)
	return nil
}

func (l *live) search(term string) (int, bool) {
	x, ok := l.acquire()
	if !ok {
		return 0, false
	}
	defer x.Release()
	return len(x.Value().postings[term]), true
}

func main() {
	var l live
	if _, ok := l.search("x"); ok {
		panic("no index yet")
	}
	var wg sync.WaitGroup
	var found, failed atomic.Int64
	if err := l.reload(0, []string{"go", "go", "rust"}); err != nil {
		panic(err)
	}
	for w := range 4 {
		wg.Go(func() {
			for i := range 20 {
				if w == 0 && i%5 == 0 {
					docs := []string{"go", "zig", "go"}
					if i == 10 {
						docs[1] = ""
					}
					if l.reload(i+1, docs) != nil {
						failed.Add(1)
					}
					continue
				}
				n, _ := l.search("go")
				found.Add(int64(n))
			}
		})
	}
	wg.Wait()
	l.swap(rcpool.Ref[index]{})
	fmt.Println(found.Load(), failed.Load())
}
