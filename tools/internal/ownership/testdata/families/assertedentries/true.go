package assertedentries

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/rcpool/rcpool"
)

type store1 struct {
	mem     memory.Allocator
	columns map[string]arrow.Array
}

// A column that was found comes to its place once more.
func (s *store1) set(name string, column arrow.Array) {
	s.columns[name] = column // want "leak: "
}

func (s *store1) ints(name string) (*array.Int64, error) {
	c, ok := s.columns[name].(*array.Int64)
	if !ok {
		return nil, errMissing
	}
	return c, nil
}

func (s *store1) twice(name string) error {
	c, err := s.ints(name)
	if err != nil {
		return err
	}
	var all []int64
	for i := range c.Len() {
		if c.IsNull(i) {
			continue
		}
		all = append(all, c.Value(i)*2)
	}
	s.set(name, column(s.mem, all...))
	return nil
}

func (s *store1) close() {
	for name, c := range s.columns {
		delete(s.columns, name)
		c.Release()
	}
}

func useStore1(mem memory.Allocator, name string) error {
	s := &store1{mem, map[string]arrow.Array{}}
	defer s.close()
	s.set(name, column(mem, 1, 2))
	return s.twice(name)
}

type cells1 struct{ columns map[string]arrow.Array }

// It is only another one that is stored.
func (c *cells1) negate(mem memory.Allocator, name string) {
	found, ok := c.columns[name].(*array.Int64)
	if !ok {
		return
	}
	c.columns[name] = column(mem, -found.Value(0)) // want "leak: "
}

func (c *cells1) close() {
	for name, column := range c.columns {
		delete(c.columns, name)
		column.Release()
	}
}

func useCells1(mem memory.Allocator, name string) {
	c := &cells1{map[string]arrow.Array{}}
	defer c.close()
	if _, ok := c.columns[name]; !ok {
		c.columns[name] = column(mem, 1)
	}
	c.negate(mem, name)
}

type book1 struct{ byName map[string]rcpool.Ref[Page] }

func (b *book1) find(name string) (*Page, error) {
	ref, ok := b.byName[name]
	if !ok {
		return nil, errMissing
	}
	return ref.Value(), nil
}

// Small pages become larger.
func (b *book1) grow(name string) error {
	p, err := b.find(name)
	if err != nil {
		return err
	}
	if !p.small() {
		return nil
	}
	b.byName[name] = newPage(name, p.Size+10) // want "leak: "
	return nil
}

func (b *book1) close() {
	for _, p := range b.byName {
		p.Release()
	}
	b.byName = nil
}

type stock1 struct{ byName map[string]rcpool.Ref[Page] }

func (s *stock1) lookup(name string) (rcpool.Ref[Page], bool) {
	ref, ok := s.byName[name]
	return ref, ok
}

// A page is only replaced if it is too large.
func (s *stock1) shrink(name string) {
	ref, ok := s.lookup(name)
	if !ok {
		return
	}
	for ref.Value().Size < 100 {
		return
	}
	s.byName[name] = newPage(name, 1) // want "leak: "
}

func (s *stock1) close() {
	for _, p := range s.byName {
		p.Release()
	}
	s.byName = nil
}
