package assertedentries

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/rcpool/rcpool"
)

type store2 struct {
	mem     memory.Allocator
	columns map[string]arrow.Array
}

// The column that was there is released.
func (s *store2) set(name string, column arrow.Array) {
	if old, ok := s.columns[name]; ok {
		old.Release()
	}
	s.columns[name] = column
}

func (s *store2) ints(name string) (*array.Int64, error) {
	c, ok := s.columns[name].(*array.Int64)
	if !ok {
		return nil, errMissing
	}
	return c, nil
}

func (s *store2) twice(name string) error {
	c, err := s.ints(name)
	if err != nil {
		return err
	}
	s.set(name, column(s.mem, c.Value(0)*2))
	return nil
}

func (s *store2) close() {
	for name, c := range s.columns {
		delete(s.columns, name)
		c.Release()
	}
}

func useStore2(mem memory.Allocator, name string) error {
	s := &store2{mem, map[string]arrow.Array{}}
	defer s.close()
	s.set(name, column(mem, 1, 2))
	return s.twice(name)
}

type cells2 struct{ columns map[string]arrow.Array }

// Only what is not there yet is stored.
func (c *cells2) ensure(mem memory.Allocator, name string) int64 {
	found, ok := c.columns[name].(*array.Int64)
	if ok {
		return found.Value(0)
	}
	if c.columns[name] == nil {
		c.columns[name] = column(mem, 1)
	}
	return 1
}

func (c *cells2) close() {
	for name, column := range c.columns {
		delete(c.columns, name)
		column.Release()
	}
}

func useCells2(mem memory.Allocator, name string) int64 {
	c := &cells2{map[string]arrow.Array{}}
	defer c.close()
	return c.ensure(mem, name)
}

type book2 struct{ byName map[string]rcpool.Ref[Page] }

func (b *book2) find(name string) *Page {
	ref, ok := b.byName[name]
	if !ok {
		return nil
	}
	return ref.Value()
}

func (p *Page) isKnown() bool { return p != nil }

// A page that is known stays.
func (b *book2) add(name string) {
	if p := b.find(name); p.isKnown() {
		return
	}
	b.byName[name] = newPage(name, 10)
}

func (b *book2) close() {
	for _, p := range b.byName {
		p.Release()
	}
	b.byName = nil
}

type stock2 struct{ byName map[string]rcpool.Ref[Page] }

func (s *stock2) lookup(name string) (rcpool.Ref[Page], bool) {
	ref, ok := s.byName[name]
	return ref, ok
}

// What is too large is released and replaced.
func (s *stock2) shrink(name string) {
	ref, ok := s.lookup(name)
	if !ok || ref.Value().Size < 100 {
		return
	}
	ref.Release()
	s.byName[name] = newPage(name, 1)
}

func (s *stock2) close() {
	for _, p := range s.byName {
		p.Release()
	}
	s.byName = nil
}
