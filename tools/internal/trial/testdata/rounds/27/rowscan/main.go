// truth: correct

// Rowscan maps the rows of a result set to structs. The destinations of a scan
// and their argument list are pooled per query.
package main

import (
	"errors"
	"fmt"
	"strconv"
	"sync"
)

type cursor interface {
	Next() bool
	Scan(dest ...any) error
	Err() error
}

type scratch struct {
	args  []any
	texts []string
	ints  []int64
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

func getScratch(kinds []string) *scratch {
	s := scratches.Get().(*scratch)
	for _, kind := range kinds {
		if kind == "int" {
			s.ints = append(s.ints, 0)
		} else {
			s.texts = append(s.texts, "")
		}
	}
	i, t := 0, 0
	for _, kind := range kinds {
		if kind == "int" {
			s.args = append(s.args, &s.ints[i])
			i++
		} else {
			s.args = append(s.args, &s.texts[t])
			t++
		}
	}
	return s
}

func (s *scratch) release() {
	clear(s.args)
	clear(s.texts)
	s.args, s.texts, s.ints = s.args[:0], s.texts[:0], s.ints[:0]
	scratches.Put(s)
}

type account struct {
	owner   string
	balance int64
	branch  string
}

// collect calls convert for each row; convert borrows the columns.
func collect[T any](rows cursor, kinds []string, convert func(texts []string, ints []int64) (T, error)) ([]T, error) {
	s := getScratch(kinds)
	defer s.release()
	var all []T
	for rows.Next() {
		if err := rows.Scan(s.args...); err != nil {
			return nil, fmt.Errorf("row %d: %w", len(all), err)
		}
		v, err := convert(s.texts, s.ints)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, rows.Err()
}

func toAccount(texts []string, ints []int64) (account, error) {
	if ints[0] < 0 {
		return account{}, errors.New("negative balance of " + texts[0])
	}
	return account{owner: texts[0], branch: texts[1], balance: ints[0]}, nil
}

type memory struct {
	rows [][]string
	at   int
	err  error
}

func (m *memory) Next() bool { m.at++; return m.at <= len(m.rows) }
func (m *memory) Err() error { return m.err }
func (m *memory) Scan(dest ...any) error {
	row := m.rows[m.at-1]
	if len(row) != len(dest) {
		return fmt.Errorf("expected %d destinations, got %d", len(row), len(dest))
	}
	for i, d := range dest {
		switch d := d.(type) {
		case *string:
			*d = row[i]
		case *int64:
			n, err := strconv.ParseInt(row[i], 10, 64)
			if err != nil {
				return err
			}
			*d = n
		}
	}
	return nil
}

func main() {
	kinds := []string{"text", "int", "text"}
	good := &memory{rows: [][]string{{"ada", "10", "north"}, {"bob", "20", "south"}}}
	fmt.Println(collect(good, kinds, toAccount))
	fmt.Println(collect(&memory{rows: [][]string{{"eve", "-1", "x"}}}, kinds, toAccount))
	fmt.Println(collect(&memory{rows: [][]string{{"eve", "many", "x"}}}, kinds, toAccount))
	fmt.Println(collect(&memory{err: errors.New("connection reset")}, kinds, toAccount))
	sum, err := collect(&memory{rows: [][]string{{"1", "2"}, {"3", "4"}}}, []string{"int", "int"},
		func(_ []string, ints []int64) (int64, error) { return ints[0] * ints[1], nil })
	fmt.Println(sum, err)
}
