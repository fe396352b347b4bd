// truth: double-release line 82 callee

// Command sqlwire encodes result sets in the wire format of a SQL database, one
// message for each row.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

type message struct {
	buf  []byte
	cols int
}

var messages = sync.Pool{New: func() any { return &message{buf: make([]byte, 0, 512)} }}

func newMessage(kind byte) *message {
	m := messages.Get().(*message)
	m.buf = append(m.buf[:0], kind, 0, 0, 0, 0)
	m.cols = 0
	return m
}

func (m *message) free() {
	if cap(m.buf) <= 64<<10 {
		messages.Put(m)
	}
}

func (m *message) int32(n int) { m.buf = binary.BigEndian.AppendUint32(m.buf, uint32(n)) }

var errType = errors.New("type cannot be encoded")

// column appends a value.
func (m *message) column(v any) error {
	m.cols++
	switch v := v.(type) {
	case nil:
		m.int32(-1)
	case int64:
		m.int32(8)
		m.buf = binary.BigEndian.AppendUint64(m.buf, uint64(v))
	case string:
		m.int32(len(v))
		m.buf = append(m.buf, v...)
	case time.Time:
		m.int32(8)
		m.buf = binary.BigEndian.AppendUint64(m.buf, uint64(v.UnixMicro()))
	default:
		return fmt.Errorf("column %d: %w: %T", m.cols, errType, v)
	}
	return nil
}

// row appends the values of a row and patches the length.
func (m *message) row(values []any) error {
	for _, v := range values {
		if err := m.column(v); err != nil {
			m.free()
			return err
		}
	}
	binary.BigEndian.PutUint32(m.buf[1:], uint32(len(m.buf)-1))
	return nil
}

type Encoder struct {
	w    io.Writer
	rows int
}

func (e *Encoder) Row(values ...any) error {
	m := newMessage('D')
	if err := m.row(values); err != nil {
		m.free()
		return fmt.Errorf("row %d: %w", e.rows+1, err)
	}
	_, err := e.w.Write(m.buf)
	m.free()
	if err == nil {
		e.rows++
	}
	return err
}

func (e *Encoder) Complete() error {
	m := newMessage('C')
	defer m.free()
	m.buf = fmt.Appendf(m.buf, "SELECT %d", e.rows)
	binary.BigEndian.PutUint32(m.buf[1:], uint32(len(m.buf)-1))
	_, err := e.w.Write(m.buf)
	return err
}

func main() {
	var out bytes.Buffer
	e := &Encoder{w: &out}
	for i, row := range [][]any{
		{int64(1), "ann", nil},
		{int64(2), "bob", time.Unix(1700000000, 0)},
		{int64(3), 1.5},
		{int64(4), "cyd", nil},
	} {
		if err := e.Row(row...); err != nil {
			fmt.Println(i, err)
		}
	}
	fmt.Println(e.Complete(), e.rows, out.Len())
}
