// truth: correct

// Command columnstore serves snapshots of columns while they are replaced.
package main

import (
	"fmt"
	"sync"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type Store struct {
	mu    sync.RWMutex
	cols  map[string]*array.Float64 // each owned
	alloc memory.Allocator
}

// Put takes col over.
func (s *Store) Put(name string, col *array.Float64) {
	s.mu.Lock()
	old := s.cols[name]
	s.cols[name] = col
	s.mu.Unlock()
	if old != nil {
		old.Release()
	}
}

func (s *Store) Load(name string, values []float64, valid []bool) error {
	if valid != nil && len(valid) != len(values) {
		return fmt.Errorf("%s: %d values, %d flags", name, len(values), len(valid))
	}
	b := array.NewFloat64Builder(s.alloc)
	defer b.Release()
	b.AppendValues(values, valid)
	s.Put(name, b.NewFloat64Array())
	return nil
}

func (s *Store) Delete(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	col, ok := s.cols[name]
	if ok {
		delete(s.cols, name)
		col.Release()
	}
	return ok
}

// A Snapshot owns a reference to each of its columns.
type Snapshot map[string]*array.Float64

func (s *Store) Snapshot(names ...string) Snapshot {
	s.mu.RLock()
	defer s.mu.RUnlock()
	snap := Snapshot{}
	for _, name := range names {
		col, ok := s.cols[name]
		if !ok {
			continue
		}
		if _, twice := snap[name]; twice {
			continue
		}
		col.Retain()
		snap[name] = col
	}
	return snap
}

func (s Snapshot) Close() {
	for name, col := range s {
		col.Release()
		delete(s, name)
	}
}

func dot(snap Snapshot, a, b string) (sum float64, ok bool) {
	x, y := snap[a], snap[b]
	if x == nil || y == nil || x.Len() != y.Len() {
		return 0, false
	}
	for i := range x.Len() {
		if x.IsValid(i) && y.IsValid(i) {
			sum += x.Value(i) * y.Value(i)
		}
	}
	return sum, true
}

func (s *Store) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, col := range s.cols {
		col.Release()
		delete(s.cols, name)
	}
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.DefaultAllocator)
	s := &Store{cols: map[string]*array.Float64{}, alloc: alloc}
	for name, n := range map[string]float64{"price": 2, "qty": 3} {
		if err := s.Load(name, []float64{n, n, n}, []bool{true, true, name == "qty"}); err != nil {
			panic(err)
		}
	}
	old := s.Snapshot("price", "qty", "qty", "nothing")
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			snap := s.Snapshot("price", "qty")
			defer snap.Close()
			_, _ = dot(snap, "price", "qty")
		})
	}
	_ = s.Load("price", []float64{10, 10, 10}, nil)
	fmt.Println(s.Load("price", []float64{1}, []bool{true, false}))
	fmt.Println(s.Delete("qty"), s.Delete("qty"))
	fmt.Println(dot(old, "price", "qty"))
	old.Close()
	readers.Wait()
	s.Close()
	if n := alloc.CurrentAlloc(); n != 0 {
		panic(n)
	}
}
