// Package onlyreference has functions that are given the only reference to a counted object, or
// one of several.
package onlyreference

import (
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type spiller struct {
	mem     memory.Allocator
	spilled int
	kept    map[string]*array.Int64
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
	s.spilled += run.Len()
	return "run"
}

func total(run *array.Int64) (sum int64) {
	for _, v := range run.Int64Values() {
		sum += v
	}
	return sum
}

// cached returns a run that stays in the map, too.
func (s *spiller) cached(name string) *array.Int64 {
	run := s.kept[name]
	if run == nil {
		run = s.build(1)
		s.kept[name] = run
	}
	run.Retain()
	return run
}

func (s *spiller) fill() []int64 {
	one, _ := s.add(s.build(1, 2))
	two := s.addNow(s.build(3))
	three := s.addOrKeep(s.build(4), true)
	mine := s.build(5)
	mine.Retain()
	four := s.addShared(mine)
	mine.Release()
	five := s.addCached(s.cached("a"))
	return []int64{one, two, three, four, five, s.addFirst(s.build(6))}
}
