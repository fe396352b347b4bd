// truth: unflushed line 64 callee

// Command csvfeed streams query results to clients as CSV.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type column struct {
	name  string
	quote bool
}

// table writes rows to a client.
type table struct {
	out     rcpool.Ref[bufio.Writer]
	columns []column
	rows    int
}

var errWidth = errors.New("row has the wrong width")

func newTable(w io.Writer, columns ...column) *table {
	t := &table{out: stdpool.BufioWriter(w), columns: columns}
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.name
	}
	t.out.Value().WriteString(strings.Join(names, ","))
	t.out.Value().WriteByte('\n')
	return t
}

func (t *table) row(cells ...any) error {
	if len(cells) != len(t.columns) {
		return fmt.Errorf("%w: %d instead of %d", errWidth, len(cells), len(t.columns))
	}
	w := t.out.Value()
	for i, cell := range cells {
		if i > 0 {
			w.WriteByte(',')
		}
		if t.columns[i].quote {
			fmt.Fprintf(w, "%q", fmt.Sprint(cell))
		} else {
			fmt.Fprint(w, cell)
		}
	}
	t.rows++
	return w.WriteByte('\n')
}

// done ends the table.
func (t *table) done() int {
	rcpool.Drop(&t.out)
	return t.rows
}

type query func(yield func(name string, size int) error) error

func stream(w io.Writer, q query) (int, error) {
	t := newTable(w, column{"name", true}, column{"size", false})
	err := q(func(name string, size int) error {
		if size < 0 {
			return t.row(name)
		}
		return t.row(name, size)
	})
	return t.done(), err
}

func files(n int) query {
	return func(yield func(string, int) error) error {
		for i := range n {
			if err := yield(fmt.Sprintf("file %d", i), i*100-(i/5)*1000); err != nil {
				return err
			}
		}
		return nil
	}
}

func main() {
	for _, n := range []int{0, 4, 7} {
		var client bytes.Buffer
		rows, err := stream(&client, files(n))
		fmt.Println(rows, err, strings.Count(client.String(), "\n"))
	}
}
