// truth: detach line 59 plain
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type Table struct {
	Columns []string
	Rows    [][]string
}

func (t *Table) Reset() {
	clear(t.Columns)
	clear(t.Rows)
	*t = Table{Columns: t.Columns[:0], Rows: t.Rows[:0]}
}

var tables = rcpool.Pool[Table]{Name: "tables"}

type stats struct {
	mu    sync.Mutex
	cells int
}

func (s *stats) count(t *Table) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, row := range t.Rows {
		s.cells += len(row)
	}
}

// export parses text into a table that the caller keeps. The cells are counted
// on the side.
func export(text string, s *stats) (*Table, error) {
	table := tables.Get()
	t := table.Value()
	for i, line := range strings.Split(text, "\n") {
		cells := strings.Split(line, "\t")
		if i == 0 {
			t.Columns = append(t.Columns, cells...)
			continue
		}
		if len(cells) != len(t.Columns) {
			table.Release()
			return nil, fmt.Errorf("row %d has %d cells", i, len(cells))
		}
		t.Rows = append(t.Rows, cells)
	}
	counted := table.Retain()
	defer counted.Release()
	s.count(counted.Value())
	return table.Detach(), nil
}

func run(text string, s *stats) (t *Table, err error) {
	defer func() {
		if p, ok := recover().(error); ok {
			err = p
		}
	}()
	return export(text, s)
}

func main() {
	s := &stats{}
	_, err := run("a\tb\n1", s)
	fmt.Println(err)
	t, err := run("a\tb\n1\t2\n3\t4", s)
	fmt.Println(t != nil, errors.Is(err, rcpool.DetachShared), s.cells)
}
