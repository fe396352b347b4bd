// truth: correct
package main

import (
	"errors"
	"fmt"
	"hash/maphash"
	"strconv"

	"github.com/rcpool/rcpool"
)

// A stmt builds a query and its arguments.
type stmt struct {
	sql    []byte
	args   []any
	seed   maphash.Seed `rcpool:"keep"`
	wheres int
	limit  *int
}

func (s *stmt) Reset() {
	s.sql = s.sql[:0]
	clear(s.args)
	s.args = s.args[:0]
	s.wheres = 0
	s.limit = nil
}

var stmts = rcpool.Pool[stmt]{
	Name: "stmts",
	New: func() *stmt {
		return &stmt{sql: make([]byte, 0, 256), args: make([]any, 0, 8), seed: maphash.MakeSeed()}
	},
	Keep: func(s *stmt) bool { return cap(s.sql) <= 4096 },
}

func (s *stmt) from(table string) *stmt {
	s.sql = append(append(s.sql, "select * from "...), table...)
	return s
}

func (s *stmt) where(column string, arg any) *stmt {
	if s.wheres == 0 {
		s.sql = append(s.sql, " where "...)
	} else {
		s.sql = append(s.sql, " and "...)
	}
	s.wheres++
	s.sql = append(append(s.sql, column...), " = $"...)
	s.args = append(s.args, arg)
	s.sql = strconv.AppendInt(s.sql, int64(len(s.args)), 10)
	return s
}

func (s *stmt) hash() uint64 { return maphash.Bytes(s.seed, s.sql) }

type row []any

type driver struct {
	prepared map[string]int
}

var errTooMany = errors.New("too many arguments")

// query borrows args until it returns.
func (d *driver) query(sql string, args []any) (row, error) {
	if len(args) > 4 {
		return nil, errTooMany
	}
	d.prepared[sql]++
	return append(row{d.prepared[sql]}, args...), nil
}

type filter struct {
	column string
	arg    any
}

func find(d *driver, table string, filters []filter, limit int) (row, error) {
	ref := stmts.Get()
	defer ref.Release()
	s := ref.Value().from(table)
	for _, f := range filters {
		if f.column == "" {
			return nil, fmt.Errorf("find in %s: a filter has no column", table)
		}
		s.where(f.column, f.arg)
	}
	if limit > 0 {
		s.limit = &limit
		s.sql = append(s.sql, " limit "...)
		s.sql = strconv.AppendInt(s.sql, int64(*s.limit), 10)
	}
	if s.hash() == 0 {
		fmt.Println("unlikely")
	}
	return d.query(string(s.sql), s.args)
}

func main() {
	d := &driver{prepared: map[string]int{}}
	for i := range 3 {
		r, err := find(d, "users", []filter{{"id", i}, {"zone", "eu"}}, i)
		fmt.Println(r, err)
	}
	fmt.Println(find(d, "users", []filter{{"id", 1}, {"", nil}}, 0))
	fmt.Println(find(d, "wide", []filter{{"a", 1}, {"b", 2}, {"c", 3}, {"d", 4}, {"e", 5}}, 0))
}
