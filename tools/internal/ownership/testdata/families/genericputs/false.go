package genericputs

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// The map has a reference of its own, and gives up the one before.
func (s *store) set(name string, column arrow.Array) {
	column.Retain()
	if old, ok := s.columns[name]; ok {
		old.Release()
	}
	put(s.columns, name, column)
}

func fill(s *store) {
	b := array.NewInt32Builder(memory.DefaultAllocator)
	defer b.Release()
	column := b.NewArray()
	s.set("a", column)
	s.set("a", column)
	column.Release()
}
