// truth: correct

// Command kmerge merges sorted runs with pooled scratch space.
package main

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"sync"
)

type row struct {
	key string
	seq uint64
	val int
}

type cursor struct {
	run []row
	pos int
	age int
}

// scratch is the loser tree and the output block of one merge.
type scratch struct {
	cursors []cursor
	block   []row
}

type typedPool[T any] struct {
	pool  sync.Pool
	reset func(*T)
}

func newTypedPool[T any](reset func(*T)) *typedPool[T] {
	return &typedPool[T]{pool: sync.Pool{New: func() any { return new(T) }}, reset: reset}
}

func (p *typedPool[T]) get() *T { return p.pool.Get().(*T) }

func (p *typedPool[T]) put(v *T) {
	p.reset(v)
	p.pool.Put(v)
}

// use lends an object for a call.
func (p *typedPool[T]) use(f func(*T) error) error {
	v := p.get()
	defer p.put(v)
	return f(v)
}

var scratches = newTypedPool(func(s *scratch) {
	clear(s.cursors)
	clear(s.block)
	s.cursors, s.block = s.cursors[:0], s.block[:0]
})

func (s *scratch) load(runs [][]row) {
	for i, r := range runs {
		if len(r) > 0 {
			s.cursors = append(s.cursors, cursor{run: r, age: i})
		}
	}
}

func (s *scratch) all() iter.Seq[row] {
	return func(yield func(row) bool) {
		for len(s.cursors) > 0 {
			best := 0
			for i := range s.cursors {
				a, b := s.cursors[i].head(), s.cursors[best].head()
				if cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(b.seq, a.seq)) < 0 {
					best = i
				}
			}
			c := &s.cursors[best]
			r := c.head()
			c.pos++
			if c.pos == len(c.run) {
				s.cursors = slices.Delete(s.cursors, best, best+1)
			}
			if !yield(r) {
				return
			}
		}
	}
}

func (c *cursor) head() row { return c.run[c.pos] }

type emit func([]row) error

func merge(runs [][]row, blockSize int, out emit) error {
	return scratches.use(func(s *scratch) error {
		s.load(runs)
		last := ""
		for r := range s.all() {
			if r.key == last {
				continue
			}
			last = r.key
			s.block = append(s.block, r)
			if len(s.block) == blockSize {
				if err := out(s.block); err != nil {
					return err
				}
				s.block = s.block[:0]
			}
		}
		if len(s.block) == 0 {
			return nil
		}
		return out(s.block)
	})
}

func main() {
	runs := [][]row{
		{{"a", 9, 1}, {"c", 2, 3}, {"e", 8, 5}},
		{{"a", 3, 10}, {"b", 4, 20}},
		nil,
		{{"c", 7, 30}, {"d", 1, 40}},
	}
	var wg sync.WaitGroup
	results := make([][]row, 4)
	for i := range results {
		wg.Go(func() {
			if err := merge(runs, 2, func(b []row) error {
				results[i] = append(results[i], b...)
				return nil
			}); err != nil {
				panic(err)
			}
		})
	}
	wg.Wait()
	fmt.Println(results[0], slices.Equal(results[1], results[3]))
	fmt.Println(merge(runs, 3, func([]row) error { return fmt.Errorf("disk full") }))
}
