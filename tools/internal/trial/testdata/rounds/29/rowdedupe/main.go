// truth: double-release line 108,122,127 hard

// Command rowdedupe merges sorted runs and drops rows with equal keys, keeping
// the one of the newest run.
package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
)

type row struct {
	key   []byte
	value []byte
	run   int
}

var rowPool = sync.Pool{New: func() any { return new(row) }}

func newRow() *row {
	r := rowPool.Get().(*row)
	r.key, r.value, r.run = r.key[:0], r.value[:0], 0
	return r
}

func (r *row) free() { rowPool.Put(r) }

type run struct {
	number int
	in     *bufio.Scanner
	row    *row // the current one; nil at the end
}

var errSyntax = errors.New("row has no value")

func (r *run) next() error {
	if r.row != nil {
		r.row.free()
		r.row = nil
	}
	if !r.in.Scan() {
		return r.in.Err()
	}
	key, value, ok := strings.Cut(r.in.Text(), "=")
	if !ok {
		return fmt.Errorf("run %d: %q: %w", r.number, r.in.Text(), errSyntax)
	}
	r.row = newRow()
	r.row.key = append(r.row.key, key...)
	r.row.value = append(r.row.value, value...)
	r.row.run = r.number
	return nil
}

// take gives the current row to the caller.
func (r *run) take() *row {
	x := r.row
	r.row = nil
	return x
}

type merger struct {
	runs  []*run
	last  *row // the row that was merged last; nil at first
	limit int  // of rows; 0 means all
	out   []string
}

func (m *merger) emit(x *row) {
	m.out = append(m.out, fmt.Sprintf("%s=%s@%d", x.key, x.value, x.run))
}

// smallest returns the run with the smallest key, the newest of equal ones.
func (m *merger) smallest() *run {
	live := slices.Clone(m.runs)
	live = slices.DeleteFunc(live, func(r *run) bool { return r.row == nil })
	if len(live) == 0 {
		return nil
	}
	return slices.MinFunc(live, func(a, b *run) int {
		return cmp.Or(slices.Compare(a.row.key, b.row.key), cmp.Compare(b.number, a.number))
	})
}

func (m *merger) merge() error {
	for _, r := range m.runs {
		if err := r.next(); err != nil {
			return err
		}
	}
	for {
		r := m.smallest()
		if r == nil {
			return nil
		}
		x := r.row
		if m.last == nil || slices.Compare(m.last.key, x.key) != 0 {
			m.emit(x)
			if m.last != nil {
				m.last.free()
			}
			m.last = x
			if len(m.out) == m.limit {
				return nil
			}
			r.take()
		}
		if err := r.next(); err != nil {
			return err
		}
	}
}

func (m *merger) close() {
	if m.last != nil {
		m.last.free()
		m.last = nil
	}
	for _, r := range m.runs {
		if x := r.take(); x != nil {
			x.free()
		}
	}
}

func mergeAll(limit int, inputs ...io.Reader) ([]string, error) {
	m := &merger{limit: limit}
	defer m.close()
	for i, in := range inputs {
		m.runs = append(m.runs, &run{number: i, in: bufio.NewScanner(in)})
	}
	err := m.merge()
	return m.out, err
}

func main() {
	fmt.Println(mergeAll(
		4,
		strings.NewReader("ant=1\nbee=1\ncat=1"),
		strings.NewReader("bee=2\ncow=2"),
		strings.NewReader("ant=3\ncow=3\ndog=3"),
	))
	fmt.Println(mergeAll(0, strings.NewReader("x=1\nbroken"), strings.NewReader("x=2")))
}
