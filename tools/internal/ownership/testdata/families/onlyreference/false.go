package onlyreference

import "github.com/apache/arrow-go/v18/arrow/array"

// The caller has another reference.
func (s *spiller) addShared(run *array.Int64) int64 {
	run.Release()
	return total(run)
}

// The map has another reference.
func (s *spiller) addCached(run *array.Int64) int64 {
	run.Release()
	return total(run)
}

// The run is summed up first.
func (s *spiller) addFirst(run *array.Int64) int64 {
	n := total(run)
	s.spill(run)
	return n
}
