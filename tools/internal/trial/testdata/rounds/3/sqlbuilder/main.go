// truth: correct

package main

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// A query is built in a pooled buffer; the texts and arguments that leave the
// package are copies.
type query struct {
	text bytes.Buffer
	args []any
}

var queries sync.Pool

func acquire() *query {
	if v := queries.Get(); v != nil {
		return v.(*query)
	}
	return &query{args: make([]any, 0, 8)}
}

func release(q *query) {
	const tooLarge = 32 << 10
	if q.text.Cap() > tooLarge {
		return
	}
	q.text.Reset()
	clear(q.args)
	q.args = q.args[:0]
	queries.Put(q)
}

type Cond struct {
	Column string
	Op     string
	Value  any
}

var errOp = errors.New("operator is not allowed")

func Select(table string, columns []string, where ...Cond) (text string, args []any, err error) {
	q := acquire()
	defer release(q)
	q.text.WriteString("SELECT ")
	for i, column := range columns {
		if i > 0 {
			q.text.WriteString(", ")
		}
		q.text.WriteString(column)
	}
	fmt.Fprintf(&q.text, " FROM %s", table)
	if err := q.where(where); err != nil {
		return "", nil, fmt.Errorf("%s: %w", q.text.String(), err)
	}
	return q.text.String(), slices.Clone(q.args), nil
}

func (q *query) where(conds []Cond) error {
	for i, c := range conds {
		if !slices.Contains([]string{"=", "<", ">"}, c.Op) {
			return errOp
		}
		if i == 0 {
			q.text.WriteString(" WHERE ")
		} else {
			q.text.WriteString(" AND ")
		}
		q.args = append(q.args, c.Value)
		fmt.Fprintf(&q.text, "%s %s $%d", c.Column, c.Op, len(q.args))
	}
	return nil
}

func Key(parts ...string) []byte {
	q := acquire()
	defer release(q)
	for _, part := range parts {
		q.text.WriteString(part)
		q.text.WriteByte(0)
	}
	return append([]byte(nil), q.text.Bytes()...)
}

func main() {
	fmt.Println(Select("users", []string{"id", "name"}))
	fmt.Println(Select("users", []string{"id"}, Cond{"age", ">", 18}, Cond{"name", "=", "ann"}))
	fmt.Println(Select("users", []string{"id"}, Cond{"age", "; drop table", 18}))
	fmt.Printf("%q %q\n", Key("a", "b"), Key("c"))
}
