package genericputs

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// The generic function only looks: nobody gives up the reference.
func (s *store) seen(name string, column arrow.Array) bool {
	column.Retain()
	return look(s.columns, name, column)
}

func ask(s *store) bool {
	b := array.NewInt32Builder(memory.DefaultAllocator)
	defer b.Release()
	column := b.NewArray()
	found := s.seen("a", column) // want "leak: "
	column.Release()
	return found
}
