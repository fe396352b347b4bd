// truth: escape line 42 plain
package main

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"sync"
)

var builders = sync.Pool{New: func() any { return new(bytes.Buffer) }}

var errNoColumns = errors.New("no columns")

type statement struct {
	table string
	cols  []string
	limit int
}

// build returns the text of the statement.
func (s statement) build() ([]byte, error) {
	b := builders.Get().(*bytes.Buffer)
	b.Reset()
	defer builders.Put(b)
	if len(s.cols) == 0 {
		return nil, errNoColumns
	}
	b.WriteString("SELECT ")
	for i, col := range s.cols {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.Quote(col))
	}
	b.WriteString(" FROM ")
	b.WriteString(s.table)
	if s.limit > 0 {
		fmt.Fprintf(b, " LIMIT %d", s.limit)
	}
	return b.Bytes(), nil
}

func main() {
	stmts := []statement{
		{table: "users", cols: []string{"id", "name"}},
		{table: "users"},
		{table: "orders", cols: []string{"id", "user", "total"}, limit: 5},
	}
	var built [][]byte
	for _, s := range stmts {
		text, err := s.build()
		if err != nil {
			fmt.Println(s.table, err)
			continue
		}
		built = append(built, text)
	}
	for _, text := range built {
		fmt.Println(string(text))
	}
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for n := range 200 {
				text, _ := statement{table: "t", cols: []string{"c"}, limit: n + i}.build()
				_ = bytes.Count(text, []byte("c"))
			}
		})
	}
	wg.Wait()
}
