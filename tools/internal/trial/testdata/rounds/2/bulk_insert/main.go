// truth: double-release line 51,56 hard
package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Row struct {
	Table string
	Cols  []string
}

var rows = rcpool.Pool[Row]{Name: "rows"}

type database interface {
	Insert(table string, cols []string) error
}

type fakeDB struct{ inserted int }

func (f *fakeDB) Insert(table string, cols []string) error {
	if len(cols) == 0 {
		return errors.New("no columns")
	}
	f.inserted++
	return nil
}

func parse(text string) rcpool.Ref[Row] {
	row := rows.Get()
	table, cols, _ := strings.Cut(text, " ")
	row.Value().Table = table
	if cols != "" {
		row.Value().Cols = strings.Split(cols, ",")
	}
	return row
}

// load inserts all rows of a text, or stops at the first that fails.
func load(db database, text string) (n int, err error) {
	var batch []rcpool.Ref[Row]
	for _, line := range strings.Split(text, "\n") {
		batch = append(batch, parse(line))
	}
	defer func() {
		for _, row := range batch {
			row.Release()
		}
	}()
	for i, row := range batch {
		if err := db.Insert(row.Value().Table, row.Value().Cols); err != nil {
			row.Release()
			return n, fmt.Errorf("line %d: %w", i+1, err)
		}
		n++
	}
	return n, nil
}

func main() {
	db := &fakeDB{}
	for _, text := range []string{
		"users id,name\norders id",
		"users id\nbroken\norders id,total",
	} {
		func() {
			defer func() {
				if p := recover(); p != nil {
					fmt.Println("panic:", strings.SplitN(fmt.Sprint(p), "\n", 2)[0])
				}
			}()
			fmt.Println(load(db, text))
		}()
	}
	fmt.Println(db.inserted)
}
