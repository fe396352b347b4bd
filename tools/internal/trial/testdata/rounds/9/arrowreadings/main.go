// truth: leak line 26 plain
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type sample struct {
	kwh   float64
	valid bool
}

type store struct {
	mem     memory.Allocator
	columns []*array.Float64
}

var errTooMany = errors.New("too many gaps")

// ingest adds a column of samples to the store, which owns it.
func (s *store) ingest(samples []sample, maxGaps int) error {
	b := array.NewFloat64Builder(s.mem)
	b.Reserve(len(samples))
	gaps := 0
	for _, x := range samples {
		if !x.valid {
			gaps++
			b.AppendNull()
			continue
		}
		b.Append(x.kwh)
	}
	if gaps > maxGaps {
		return fmt.Errorf("%w: %d", errTooMany, gaps)
	}
	s.columns = append(s.columns, b.NewFloat64Array())
	b.Release()
	return nil
}

func (s *store) total() (sum float64) {
	for _, c := range s.columns {
		for i := range c.Len() {
			if c.IsValid(i) {
				sum += c.Value(i)
			}
		}
	}
	return sum
}

func (s *store) close() {
	for _, c := range s.columns {
		c.Release()
	}
	s.columns = nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	s := &store{mem: mem}
	fmt.Println(s.ingest([]sample{{1, true}, {2, true}, {0, false}}, 1))
	fmt.Println(s.ingest([]sample{{0, false}, {2, true}, {0, false}}, 1))
	fmt.Println(s.ingest([]sample{{5, true}}, 0))
	fmt.Println(s.total())
	s.close()
	fmt.Println("allocated at the end:", mem.CurrentAlloc())
}
