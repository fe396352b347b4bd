// truth: correct

// Telemetry is kept in Arrow arrays by partition; queries share them with the store.
package main

import (
	"fmt"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type store struct {
	mem   memory.Allocator
	mu    sync.RWMutex
	parts map[string]*array.Float64
}

func (s *store) build(values []float64) *array.Float64 {
	b := array.NewFloat64Builder(s.mem)
	defer b.Release()
	b.AppendValues(values, nil)
	return b.NewFloat64Array()
}

// put replaces a partition.
func (s *store) put(name string, values []float64) {
	fresh := s.build(values)
	s.mu.Lock()
	old := s.parts[name]
	s.parts[name] = fresh
	s.mu.Unlock()
	if old != nil {
		old.Release()
	}
}

// snapshot returns the partitions that there are, for the caller to release.
func (s *store) snapshot(names ...string) []arrow.Array {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var out []arrow.Array
	for _, n := range names {
		if p, ok := s.parts[n]; ok {
			p.Retain()
			out = append(out, p)
		}
	}
	return out
}

func releaseAll(arrs []arrow.Array) {
	for _, a := range arrs {
		a.Release()
	}
}

func (s *store) sum(names ...string) (total float64, err error) {
	arrs := s.snapshot(names...)
	defer releaseAll(arrs)
	if len(arrs) == 0 {
		return 0, fmt.Errorf("no partition of %v", names)
	}
	all, err := array.Concatenate(arrs, s.mem)
	if err != nil {
		return 0, err
	}
	defer all.Release()
	for _, v := range all.(*array.Float64).Float64Values() {
		total += v
	}
	return total, nil
}

func (s *store) drop(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p, ok := s.parts[name]; ok {
		delete(s.parts, name)
		p.Release()
	}
}

func (s *store) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.parts {
		p.Release()
	}
	s.parts = nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	s := &store{mem: mem, parts: map[string]*array.Float64{}}
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			name := fmt.Sprint("host", i%2)
			s.put(name, []float64{1, 2, 3})
			if sum, err := s.sum("host0", "host1"); err == nil && sum < 6 {
				fmt.Println("lost values", sum)
			}
			if i == 3 {
				s.drop("host1")
			}
		})
	}
	wg.Wait()
	fmt.Println(s.sum("host9"))
	s.put("host1", []float64{4})
	fmt.Println(s.sum("host0", "host1"))
	s.close()
	fmt.Println("bytes left", mem.CurrentAlloc())
}
