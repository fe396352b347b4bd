// Package manyoutcomes has functions that return in many ways: most of these do nothing to what
// their callers own.
package manyoutcomes

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
	"google.golang.org/grpc/mem"
)

type reader struct {
	src  *mem.Reader
	line []byte
	n    int
}

var (
	errEmpty = errors.New("empty")
	errLong  = errors.New("too long")
	errFrom  = errors.New("no sender")
)

func open(store map[string]mem.BufferSlice, id string) (*reader, error) {
	data, ok := store[id]
	if !ok {
		return nil, fmt.Errorf("no message %q", id)
	}
	return &reader{src: data.Reader()}, nil
}

func (r *reader) next() ([]byte, error) {
	r.line = r.line[:0]
	for {
		c, err := r.src.ReadByte()
		if err == io.EOF && len(r.line) > 0 {
			return r.line, nil
		}
		if err != nil {
			return nil, err
		}
		if c == '\n' {
			return r.line, nil
		}
		r.line = append(r.line, c)
	}
}

func (r *reader) close() error { return r.src.Close() }

type message struct {
	kind, from, to, flags byte
	parts                 int
	body                  []byte
}

var messages = rcpool.Pool[message]{Name: "messages"}

// check has many ways out, and only looks at the message.
func check(m *message, strict bool) (string, error) {
	switch m.kind {
	case 1:
		if m.from == 0 {
			return "", errFrom
		}
	case 2:
		if m.to == 0 && strict {
			return "unknown", nil
		}
	case 3:
		if m.flags == 7 {
			return "", errEmpty
		}
		return "three", nil
	case 4:
		return "four", nil
	case 5:
		if m.parts > 1 {
			return "", errLong
		}
		return "five", nil
	case 6:
		if m.flags == 8 {
			return "flags", nil
		}
		return "six", nil
	case 7:
		return "seven", nil
	case 8:
		return "eight", nil
	case 9:
		return "nine", nil
	default:
		return fmt.Sprint(m.kind), nil
	}
	if bytes.HasPrefix(m.body, []byte("--")) {
		return "parts", nil
	}
	return "text", nil
}

// settle does the same, and releases the message on some of the ways.
func settle(m rcpool.Ref[message], strict bool) (string, error) {
	v := m.Value()
	switch v.kind {
	case 1:
		if v.from == 0 {
			m.Release()
			return "", errFrom
		}
	case 2:
		if v.to == 0 && strict {
			m.Release()
			return "unknown", nil
		}
	case 3:
		if v.flags == 7 {
			m.Release()
			return "", errEmpty
		}
		m.Release()
		return "three", nil
	case 4:
		m.Release()
		return "four", nil
	case 5:
		if v.parts > 1 {
			m.Release()
			return "", errLong
		}
		m.Release()
		return "five", nil
	case 6:
		m.Release()
		return "six", nil
	case 7:
		m.Release()
		return "seven", nil
	case 8:
		m.Release()
		return "eight", nil
	case 9:
		m.Release()
		return "nine", nil
	case 10:
		m.Release()
		return "ten", nil
	}
	defer m.Release()
	if bytes.HasPrefix(v.body, []byte("--")) {
		return "parts", nil
	}
	return "text", nil
}

type outbox struct {
	open rcpool.Ref[message]
	kind byte
	last string
}

// begin has a message to put things into, a new one if there is none.
func (o *outbox) begin(kind byte) string {
	if o.open.IsZero() {
		o.open = messages.Get()
	}
	switch o.kind = kind; kind {
	case 1:
		return "one"
	case 2:
		return "two"
	case 3:
		return "three"
	case 4:
		return "four"
	case 5:
		return "five"
	case 6:
		return "six"
	case 7:
		return "seven"
	}
	return "other"
}

func (o *outbox) close() { rcpool.Drop(&o.open) }
