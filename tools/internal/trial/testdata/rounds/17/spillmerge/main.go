// truth: use-after-release line 53 callee
package main

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type spiller struct {
	mem     memory.Allocator
	limit   int
	spilled int
	files   []string
}

func (s *spiller) build(vals ...int64) *array.Int64 {
	b := array.NewInt64Builder(s.mem)
	defer b.Release()
	b.AppendValues(vals, nil)
	return b.NewInt64Array()
}

// spill writes the run to a file and drops it from memory.
func (s *spiller) spill(run *array.Int64) string {
	defer run.Release()
	name := fmt.Sprintf("run-%03d", len(s.files))
	s.files = append(s.files, name)
	s.spilled += run.Len()
	return name
}

func total(run *array.Int64) (sum int64) {
	for _, v := range run.Int64Values() {
		sum += v
	}
	return sum
}

// add keeps small runs in the sum, and spills the others.
func (s *spiller) add(run *array.Int64) (int64, error) {
	if n := run.NullN(); n > 0 {
		run.Release()
		return 0, fmt.Errorf("run with %d nulls", n)
	}
	if run.Len() <= s.limit {
		defer run.Release()
		return total(run), nil
	}
	name := s.spill(run)
	fmt.Println("spilled", name)
	return total(run), nil
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.NewGoAllocator())
	s := &spiller{mem: alloc, limit: 3}
	for _, vals := range [][]int64{{1, 2}, {3, 4, 5, 6}, {7}} {
		sum, err := s.add(s.build(vals...))
		fmt.Println(sum, err)
	}
	fmt.Println(s.files, s.spilled, alloc.CurrentAlloc())
}
