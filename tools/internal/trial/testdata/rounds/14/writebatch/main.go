// truth: correct

// Command writebatch collects rows into batches that own them.
package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type row struct {
	cols []string
}

func (r *row) Reset() {
	clear(r.cols)
	r.cols = r.cols[:0]
}

type batch struct {
	table string
	rows  []rcpool.Ref[row]
}

// Reset gives the rows up, too.
func (b *batch) Reset() {
	for i := range b.rows {
		rcpool.Drop(&b.rows[i])
	}
	b.rows = b.rows[:0]
	b.table = ""
}

var (
	rows    = rcpool.Pool[row]{Name: "rows"}
	batches = rcpool.Pool[batch]{Name: "batches"}
)

var errColumns = errors.New("wrong number of columns")

type writer struct {
	open map[string]rcpool.Ref[batch]
	exec func(table string, rows [][]string) error
	max  int
}

func parseRow(line string, want int) (rcpool.Ref[row], error) {
	ref := rows.Get()
	r := ref.Value()
	for col := range strings.SplitSeq(line, ",") {
		r.cols = append(r.cols, col)
	}
	if len(r.cols) != want {
		ref.Release()
		return rcpool.Ref[row]{}, fmt.Errorf("%q: %w", line, errColumns)
	}
	return ref, nil
}

func (w *writer) insert(table, line string) error {
	r, err := parseRow(line, 2)
	if err != nil {
		return err
	}
	b, ok := w.open[table]
	if !ok {
		b = batches.Get()
		b.Value().table = table
		w.open[table] = b
	}
	v := b.Value()
	v.rows = append(v.rows, r)
	if len(v.rows) == w.max {
		return w.flush(table)
	}
	return nil
}

func (w *writer) flush(table string) error {
	b, ok := w.open[table]
	if !ok {
		return nil
	}
	delete(w.open, table)
	defer b.Release()
	values := make([][]string, 0, len(b.Value().rows))
	for _, r := range b.Value().rows {
		values = append(values, r.Value().cols)
	}
	return w.exec(b.Value().table, values)
}

func (w *writer) Close() error {
	var errs []error
	for table := range w.open {
		errs = append(errs, w.flush(table))
	}
	return errors.Join(errs...)
}

func main() {
	w := &writer{max: 2, open: map[string]rcpool.Ref[batch]{}, exec: func(table string, rows [][]string) error {
		fmt.Println(table, rows)
		if table == "locked" {
			return errors.New("table is locked")
		}
		return nil
	}}
	for _, in := range [][2]string{{"a", "1,2"}, {"locked", "x,y"}, {"a", "3"}, {"a", "3,4"}, {"a", "5,6"}} {
		if err := w.insert(in[0], in[1]); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(w.Close())
}
