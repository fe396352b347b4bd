// Package emptiedfields has structs with references in fields, which methods drop or move and
// other methods use.
package emptiedfields

import (
	"bytes"
	"errors"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

var errName = errors.New("no name")

type file struct {
	name  string
	lines int
	out   rcpool.Ref[bytes.Buffer]
	index rcpool.Ref[bytes.Buffer]
}

func open() *file { return &file{out: stdpool.Buffer(), index: stdpool.Buffer()} }

func (f *file) discard() {
	rcpool.Drop(&f.out)
	rcpool.Drop(&f.index)
}

func (f *file) reopen() {
	rcpool.Drop(&f.out)
	f.out = stdpool.Buffer()
}

func (f *file) startAgain(line string) {
	f.reopen()
	f.out.Value().WriteString(line)
}

func (f *file) seal() (int, error) {
	n, err := f.out.Value().WriteString("end")
	if err != nil {
		return 0, err
	}
	return n, nil
}

func (f *file) text() string { return f.out.Value().String() }

func (f *file) write(line string) {
	f.lines++
	f.out.Value().WriteString(line)
}

func (f *file) rename(name string) error {
	if f.out.Value().Len() > 0 {
		return errName
	}
	f.name = name
	return nil
}

func length(f *file) int { return f.out.Value().Len() }

func (f *file) textOrNone() string {
	if f.out.IsZero() {
		return ""
	}
	return f.out.Value().String()
}

func (f *file) validText() string {
	if !f.out.Valid() {
		return ""
	}
	return f.out.Value().String()
}

func (f *file) textIfOpen() string {
	if f.lines == 0 {
		return ""
	}
	return f.out.Value().String()
}

type log struct{ current *file }

func (f *file) finish() (int, error) {
	n, err := f.out.Value().WriteString("end")
	rcpool.Drop(&f.out)
	return n, err
}

// swap puts a buffer in the place of another one.
func (f *file) swap(out rcpool.Ref[bytes.Buffer]) {
	f.out, out = out, f.out
	rcpool.Drop(&out)
}

// rewrite keeps the last line that is not empty, and releases it.
func (f *file) rewrite(lines []string) {
	for _, line := range lines {
		if line == "" {
			continue
		}
		out := stdpool.Buffer()
		out.Value().WriteString(line)
		f.swap(out)
	}
	f.out.Release()
	f.out = rcpool.Ref[bytes.Buffer]{}
}

// end releases what it must find.
func (f *file) end() {
	f.out.Release()
	f.out = rcpool.Ref[bytes.Buffer]{}
}
