// truth: correct
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type Row struct {
	Key     string
	Value   []byte
	Deleted bool
}

func (r *Row) Reset() { *r = Row{Value: r.Value[:0]} }

var rows = rcpool.Pool[Row]{Name: "rows", Keep: func(r *Row) bool { return cap(r.Value) < 1<<16 }}

type table struct {
	active map[string]rcpool.Ref[Row]
	frozen []rcpool.Ref[Row] // waits for a flush that succeeds
}

func (t *table) put(key string, value []byte) {
	old := t.active[key]
	row := rows.Get()
	row.Value().Key = key
	row.Value().Value = append(row.Value().Value, value...)
	row.Value().Deleted = value == nil
	t.active[key] = row
	rcpool.Drop(&old)
}

func (t *table) get(key string) (string, bool) {
	r, ok := t.active[key]
	if !ok || r.Value().Deleted {
		return "", false
	}
	return string(r.Value().Value), true
}

func (t *table) freeze() {
	for _, r := range t.active {
		t.frozen = append(t.frozen, r)
	}
	t.active = make(map[string]rcpool.Ref[Row])
	slices.SortStableFunc(t.frozen, func(a, b rcpool.Ref[Row]) int {
		return strings.Compare(a.Value().Key, b.Value().Key)
	})
}

func (t *table) flush(w io.Writer) error {
	out := stdpool.BufioWriter(w)
	defer out.Release()
	for _, r := range t.frozen {
		v := r.Value()
		if v.Deleted {
			fmt.Fprintf(out.Value(), "-%s\n", v.Key)
			continue
		}
		fmt.Fprintf(out.Value(), "+%s=%s\n", v.Key, v.Value)
	}
	if err := out.Value().Flush(); err != nil {
		return err // the rows stay for the next attempt
	}
	for i := range t.frozen {
		rcpool.Drop(&t.frozen[i])
	}
	t.frozen = t.frozen[:0]
	return nil
}

func (t *table) Close(w io.Writer) error {
	t.freeze()
	err := t.flush(w)
	if err != nil {
		for _, r := range t.frozen {
			r.Release()
		}
		t.frozen = nil
	}
	return err
}

type flaky struct {
	io.Writer
	fail int
}

func (f *flaky) Write(p []byte) (int, error) {
	if f.fail > 0 {
		f.fail--
		return 0, errors.New("disk full")
	}
	return f.Writer.Write(p)
}

func main() {
	var disk bytes.Buffer
	w := &flaky{Writer: &disk, fail: 1}
	t := &table{active: map[string]rcpool.Ref[Row]{}}
	t.put("b", []byte("1"))
	t.put("a", []byte("2"))
	t.put("b", []byte("3"))
	fmt.Println(t.get("b"))
	t.freeze()
	fmt.Println(t.flush(w))
	t.put("a", nil)
	t.freeze()
	fmt.Println(t.flush(w), strings.Count(disk.String(), "\n"))
	t.put("c", []byte("4"))
	w.fail = 1
	fmt.Println(t.Close(w))
}
