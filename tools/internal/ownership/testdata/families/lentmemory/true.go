// Package lentmemory has functions that use the memory of a counted parameter after they
// have released the reference that they were given.
package lentmemory

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow/array"
	"google.golang.org/grpc/mem"
)

var errShort = errors.New("short frame")

type stats struct {
	frames, bytes int
	flag          byte
	last          []byte
}

// The flag is read too late.
func (s *stats) forward(frame mem.Buffer, upstream func([]byte)) error {
	raw := frame.ReadOnlyData()
	if len(raw) < 5 {
		frame.Free()
		return errShort
	}
	upstream(raw[5:])
	frame.Free()
	s.frames++
	s.flag = raw[0] // want "use-after-release: "
	return nil
}

// A part is used after the release.
func lines(buf mem.Buffer) (int, error) {
	raw := buf.ReadOnlyData()
	status, payload := binary.BigEndian.Uint16(raw), raw[2:]
	buf.Free()
	if status != 0 {
		return 0, fmt.Errorf("status %d", status)
	}
	return bytes.Count(payload, []byte{'\n'}), nil // want "use-after-release: "
}

// The deferred release comes before the caller sees the bytes.
func body(buf mem.Buffer) []byte {
	defer buf.Free()
	return buf.ReadOnlyData()[2:] // want "escape: "
}

// The error text is made of released memory.
func check(buf mem.Buffer) error {
	raw := buf.ReadOnlyData()
	buf.Free()
	if raw[0] != 1 { // want "use-after-release: "
		return errShort
	}
	return nil
}

// The values of an array.
func sum(column *array.Int64) (total int64) {
	values := column.Int64Values()
	column.Release()
	for _, v := range values { // want "use-after-release: "
		total += v
	}
	return total
}

// The function has retained the buffer once, and frees it twice.
func twice(buf mem.Buffer, upstream func([]byte)) int {
	buf.Ref()
	raw := buf.ReadOnlyData()
	upstream(raw)
	buf.Free()
	buf.Free()
	return int(raw[0]) // want "use-after-release: "
}

type parser struct{ seen map[string]int }

// A method of a struct, and a branch that releases early.
func (p *parser) parse(frame mem.Buffer, strict bool) bool {
	raw := frame.ReadOnlyData()
	if !strict {
		p.seen["loose"]++
		frame.Free()
		return raw[0] == 0 // want "use-after-release: "
	}
	p.seen[string(raw)]++
	frame.Free()
	return true
}

// The bytes go to a function.
func upstream(frame mem.Buffer, send func([]byte)) {
	raw := frame.ReadOnlyData()
	header := raw[:4]
	frame.Free()
	send(header) // want "use-after-release: "
}
