// truth: correct
package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/valyala/bytebufferpool"
)

// A Query builds SQL. Build or Discard end it.
type Query struct {
	buf  *bytebufferpool.ByteBuffer
	args []any
	err  error
}

var queries bytebufferpool.Pool

func Select(table string, columns ...string) *Query {
	q := &Query{buf: queries.Get()}
	q.buf.WriteString("SELECT ")
	q.list(columns)
	q.buf.WriteString(" FROM ")
	q.name(table)
	return q
}

func (q *Query) name(s string) {
	if s == "" || strings.ContainsAny(s, "\"; ") {
		q.err = errors.Join(q.err, fmt.Errorf("bad name %q", s))
		return
	}
	q.buf.B = strconv.AppendQuote(q.buf.B, s)
}

func (q *Query) list(names []string) {
	for i, name := range names {
		if i > 0 {
			q.buf.WriteByte(',')
		}
		q.name(name)
	}
}

func (q *Query) Where(column string, value any) *Query {
	if len(q.args) == 0 {
		q.buf.WriteString(" WHERE ")
	} else {
		q.buf.WriteString(" AND ")
	}
	q.name(column)
	q.args = append(q.args, value)
	fmt.Fprintf(q.buf, " = $%d", len(q.args))
	return q
}

// Build returns the text and its arguments, and ends the query.
func (q *Query) Build() (string, []any, error) {
	defer q.Discard()
	if q.err != nil {
		return "", nil, q.err
	}
	return q.buf.String(), q.args, nil
}

// Discard ends the query. It does nothing if the query has ended.
func (q *Query) Discard() {
	if q.buf == nil {
		return
	}
	queries.Put(q.buf)
	q.buf = nil
}

func explain(w io.Writer, table string, wheres map[string]int) error {
	q := Select(table, "id", "name")
	defer q.Discard()
	for column, value := range wheres {
		if value < 0 {
			return fmt.Errorf("%s is negative", column)
		}
		q.Where(column, value)
	}
	text, args, err := q.Build()
	if err != nil {
		return err
	}
	line := bytebufferpool.Get()
	defer bytebufferpool.Put(line)
	line.WriteString("EXPLAIN ")
	line.WriteString(text)
	fmt.Fprint(line, " ", args, "\n")
	_, err = line.WriteTo(w)
	return err
}

func main() {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range 100 {
				var out strings.Builder
				err := explain(&out, "users", map[string]int{"age": i})
				if want := fmt.Sprintf("EXPLAIN SELECT \"id\",\"name\" FROM \"users\" WHERE \"age\" = $1 [%d]\n", i); err != nil || out.String() != want {
					fmt.Println(out.String(), err)
				}
			}
		})
	}
	wg.Wait()
	fmt.Println(explain(io.Discard, "users", map[string]int{"age": -1}))
	fmt.Println(explain(io.Discard, "users; drop", nil))
}
