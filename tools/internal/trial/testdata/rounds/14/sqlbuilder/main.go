// truth: correct

// Command sqlbuilder builds multi-row INSERT statements with pooled byte buffers.
package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/valyala/bytebufferpool"
)

type insert struct {
	table string
	buf   *bytebufferpool.ByteBuffer
	rows  int
	max   int
	exec  func(sql string) error
}

var errType = errors.New("unsupported type")

func quote(dst []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case nil:
		return append(dst, "NULL"...), nil
	case int:
		return strconv.AppendInt(dst, int64(v), 10), nil
	case string:
		dst = append(dst, '\'')
		dst = append(dst, strings.ReplaceAll(v, "'", "''")...)
		return append(dst, '\''), nil
	}
	return dst, fmt.Errorf("%w %T", errType, v)
}

func (in *insert) add(values ...any) error {
	row := bytebufferpool.Get()
	defer bytebufferpool.Put(row)
	for i, v := range values {
		if i > 0 {
			row.WriteByte(',')
		}
		var err error
		if row.B, err = quote(row.B, v); err != nil {
			return fmt.Errorf("column %d: %w", i, err)
		}
	}
	if in.buf == nil {
		in.buf = bytebufferpool.Get()
		fmt.Fprintf(in.buf, "INSERT INTO %s VALUES ", in.table)
	} else {
		in.buf.WriteByte(',')
	}
	in.buf.WriteByte('(')
	in.buf.Write(row.B)
	in.buf.WriteByte(')')
	if in.rows++; in.rows == in.max {
		return in.Flush()
	}
	return nil
}

// Flush executes what was added since the last Flush.
func (in *insert) Flush() error {
	if in.buf == nil {
		return nil
	}
	sql := in.buf.String()
	bytebufferpool.Put(in.buf)
	in.buf, in.rows = nil, 0
	if err := in.exec(sql); err != nil {
		return fmt.Errorf("%.20s: %w", sql, err)
	}
	return nil
}

type table struct {
	log []string
}

func (t *table) exec(sql string) error {
	if strings.Contains(sql, "DROP") {
		return errors.New("permission denied")
	}
	t.log = append(t.log, sql)
	return nil
}

func main() {
	t := &table{}
	in := &insert{table: "users", max: 2, exec: t.exec}
	for _, row := range [][]any{{1, "ann"}, {2, "o'neil"}, {3, 1.5}, {4, nil}, {5, "'; DROP"}, {6, "eve"}} {
		if err := in.add(row...); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(in.Flush(), in.Flush())
	for _, sql := range t.log {
		fmt.Println(sql)
	}
}
