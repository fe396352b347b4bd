// truth: double-release line 66 plain

// Command pagescan sums a column over the pages of a heap file.
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

var (
	errStale  = errors.New("page was moved by vacuum")
	errBroken = errors.New("page is broken")
)

type page struct {
	ID   int
	Rows []int64
}

func (p *page) Reset() { *p = page{Rows: p.Rows[:0]} }

type store struct {
	pages map[int][]int64
	moved map[int]bool
}

func (s *store) load(id int, into *page) error {
	if s.moved[id] {
		return errStale
	}
	rows, ok := s.pages[id]
	if !ok {
		return fmt.Errorf("page %d: %w", id, errBroken)
	}
	into.ID = id
	into.Rows = append(into.Rows, rows...)
	return nil
}

type scan struct {
	pool  rcpool.Pool[page]
	store *store
	stale []int
	sum   int64
}

func (s *scan) run(ids []int) error {
	for _, id := range ids {
		pg := s.pool.Get()
		err := s.store.load(id, pg.Value())
		switch {
		case errors.Is(err, errStale):
			s.stale = append(s.stale, id)
			pg.Release()
		case err != nil:
			pg.Release()
			return err
		default:
			for _, v := range pg.Value().Rows {
				s.sum += v
			}
		}
		pg.Release()
	}
	return nil
}

func main() {
	st := &store{
		pages: map[int][]int64{1: {1, 2}, 2: {3}, 4: {10, 20}},
		moved: map[int]bool{3: true},
	}
	s := &scan{store: st}
	err := s.run([]int{1, 2, 3, 4})
	fmt.Println(s.sum, s.stale, err)
}
