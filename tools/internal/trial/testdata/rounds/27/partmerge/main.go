// truth: correct

// Partmerge compacts the parts of a column store: small sorted Arrow arrays
// are concatenated into larger ones while readers hold views of the old ones.
package main

import (
	"fmt"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type part struct {
	level int
	data  arrow.Array
}

type store struct {
	alloc memory.Allocator
	mu    sync.Mutex
	parts []part
}

// A view owns the arrays that it shows.
type view struct{ arrays []arrow.Array }

func (v *view) sum() (total int64) {
	for _, a := range v.arrays {
		ints := a.(*array.Int64)
		for i := range ints.Len() {
			total += ints.Value(i)
		}
	}
	return total
}

func (v *view) close() {
	for _, a := range v.arrays {
		a.Release()
	}
	v.arrays = nil
}

func (s *store) insert(values ...int64) {
	b := array.NewInt64Builder(s.alloc)
	defer b.Release()
	b.AppendValues(values, nil)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.parts = append(s.parts, part{0, b.NewInt64Array()})
}

func (s *store) view(from, to int64) *view {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := &view{}
	at := int64(0)
	for _, p := range s.parts {
		n := int64(p.data.Len())
		lo, hi := max(from, at)-at, min(to, at+n)-at
		switch {
		case lo >= hi:
		case lo == 0 && hi == n:
			p.data.Retain()
			v.arrays = append(v.arrays, p.data)
		default:
			v.arrays = append(v.arrays, array.NewSlice(p.data, lo, hi))
		}
		at += n
	}
	return v
}

// merge replaces the first run of n parts of the level by one of the next level.
func (s *store) merge(level, n int) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for start := 0; start+n <= len(s.parts); start++ {
		run := s.parts[start : start+n]
		inputs := make([]arrow.Array, 0, n)
		for _, p := range run {
			if p.level == level {
				inputs = append(inputs, p.data)
			}
		}
		if len(inputs) < n {
			continue
		}
		merged, err := array.Concatenate(inputs, s.alloc)
		if err != nil {
			return false, err
		}
		for _, p := range run {
			p.data.Release()
		}
		run[0] = part{level + 1, merged}
		s.parts = append(s.parts[:start+1], s.parts[start+n:]...)
		return true, nil
	}
	return false, nil
}

func (s *store) close() {
	for _, p := range s.parts {
		p.data.Release()
	}
	s.parts = nil
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.NewGoAllocator())
	s := &store{alloc: alloc}
	var views []*view
	for i := range int64(10) {
		s.insert(i, i*10, i*100)
		if i%3 == 2 {
			views = append(views, s.view(1, 3*i))
		}
	}
	var wg sync.WaitGroup
	sums := make([]int64, len(views))
	for i, v := range views {
		wg.Go(func() {
			defer v.close()
			sums[i] = v.sum()
		})
	}
	for level := 0; level < 3; {
		again, err := s.merge(level, 3)
		if err != nil {
			panic(err)
		}
		if !again {
			level++
		}
	}
	wg.Wait()
	all := s.view(0, 1<<40)
	fmt.Println(sums, all.sum(), len(s.parts))
	all.close()
	s.close()
	if n := alloc.CurrentAlloc(); n != 0 {
		panic(n)
	}
}
