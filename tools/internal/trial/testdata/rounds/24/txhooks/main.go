// truth: escape line 61 hard

// Command txhooks applies rows in transactions; indexes and statistics are
// updated by hooks that run after the commit.
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Row struct {
	Table string
	Key   int
	Cells []string
}

var rows = rcpool.Pool[Row]{
	Name: "rows",
	Reset: func(r *Row) {
		clear(r.Cells)
		*r = Row{Cells: r.Cells[:0]}
	},
}

type database struct {
	tables map[string]map[int]int // number of cells by key
	stats  map[string]int
}

type tx struct {
	db      *database
	writes  []func()
	onDone  []func()
	aborted error
}

var errRow = errors.New("bad row")

func (db *database) begin() *tx { return &tx{db: db} }

func (t *tx) afterCommit(f func()) { t.onDone = append(t.onDone, f) }

func (t *tx) insert(table string, key int, cells ...string) error {
	if t.aborted != nil {
		return t.aborted
	}
	ref := rows.Get()
	defer ref.Release()
	r := ref.Value()
	r.Table, r.Key = table, key
	r.Cells = append(r.Cells, cells...)
	if err := t.check(r); err != nil {
		t.aborted = fmt.Errorf("%s/%d: %w", table, key, err)
		return t.aborted
	}
	n := len(r.Cells)
	t.writes = append(t.writes, func() { t.db.tables[table][key] = n })
	t.afterCommit(func() { t.db.stats[r.Table]++ })
	return nil
}

// check borrows r.
func (t *tx) check(r *Row) error {
	if _, ok := t.db.tables[r.Table]; !ok {
		return fmt.Errorf("%w: no table", errRow)
	}
	for _, cell := range r.Cells {
		if cell == "" {
			return fmt.Errorf("%w: empty cell", errRow)
		}
	}
	return nil
}

func (t *tx) commit() error {
	if t.aborted != nil {
		return fmt.Errorf("rolled back: %w", t.aborted)
	}
	for _, write := range t.writes {
		write()
	}
	for _, f := range t.onDone {
		f()
	}
	return nil
}

func main() {
	db := &database{tables: map[string]map[int]int{"users": {}, "orders": {}}, stats: make(map[string]int)}
	for batch := range 3 {
		t := db.begin()
		for i := range 4 {
			key := batch*4 + i
			cells := []string{fmt.Sprint("c", key), "x"}
			if key == 6 {
				cells[1] = ""
			}
			if err := t.insert([]string{"users", "orders"}[i%2], key, cells...); err != nil {
				fmt.Println(err)
				break
			}
		}
		if err := t.commit(); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(len(db.tables["users"]), len(db.tables["orders"]), db.stats["users"], db.stats["orders"])
}
