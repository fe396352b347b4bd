// truth: double-release line 56,65 callee
package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

var encoders = sync.Pool{New: func() any { return new(Encoder) }}

// An Encoder writes records as CSV. Close gives it back.
type Encoder struct {
	w    io.Writer
	line []byte
	rows int
}

func NewEncoder(w io.Writer) *Encoder {
	e := encoders.Get().(*Encoder)
	e.w, e.line, e.rows = w, e.line[:0], 0
	return e
}

func (e *Encoder) Encode(fields ...string) error {
	e.line = e.line[:0]
	for i, field := range fields {
		if i > 0 {
			e.line = append(e.line, ',')
		}
		if strings.ContainsAny(field, ",\"") {
			return fmt.Errorf("field %d needs quotes: %s", i, field)
		}
		e.line = append(e.line, field...)
	}
	e.line = append(e.line, '\n')
	_, err := e.w.Write(e.line)
	e.rows++
	return err
}

// Close ends the stream with the number of its rows.
func (e *Encoder) Close() error {
	_, err := fmt.Fprintf(e.w, "# %d rows\n", e.rows)
	e.w = io.Discard
	encoders.Put(e)
	return err
}

var errEmpty = errors.New("empty record")

func dump(w io.Writer, records [][]string) error {
	e := NewEncoder(w)
	defer e.Close()
	for _, record := range records {
		if len(record) == 0 {
			return errEmpty
		}
		if err := e.Encode(record...); err != nil {
			return err
		}
	}
	return e.Close()
}

func main() {
	shared := 0
	for range 20 {
		var out strings.Builder
		if err := dump(&out, [][]string{{"a", "b"}, {"c"}}); err != nil {
			fmt.Println(err)
		}
		left, right := NewEncoder(&out), NewEncoder(&out)
		if left == right {
			shared++
			continue
		}
		left.Close()
		right.Close()
	}
	fmt.Println(dump(io.Discard, [][]string{{}}))
	fmt.Println("encoders with two owners:", shared > 0)
}
