package rcpool_test

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/rcpool/rcpool"
)

// A Line is text that is being written to a pooled buffer. It is a value
// handle: it holds the Ref, and users copy it like a number.
type Line struct{ ref rcpool.Ref[bytes.Buffer] }

var lines = rcpool.Pool[bytes.Buffer]{Name: "lines"}

// NewLine begins a line. The caller must call End exactly once.
func NewLine() Line { return Line{lines.Get()} }

// Add adds a word. It panics with a *rcpool.Misuse if the line has ended.
func (l Line) Add(word string) Line {
	l.ref.Value().WriteString(word)
	return l
}

// Func lets f write. The line is held until f returns, even if f ends it.
func (l Line) Func(f func(*bytes.Buffer)) Line {
	l.ref.Hold(f)()
	return l
}

// End writes the line to w. Every later use of l panics.
func (l Line) End(w io.Writer) error {
	text := l.ref.Value()
	defer l.ref.Release()
	_, err := text.WriteTo(w)
	return err
}

// A library hands out a small type that holds the Ref, by value. A user who
// keeps it for too long panics, even if the object was leased again.
//
//rcpool:ignore the mistake is on purpose
func Example_valueHandle() {
	kept := NewLine().Add("hello ").Func(func(b *bytes.Buffer) { fmt.Fprintln(b, "world") })
	kept.End(os.Stdout)

	next := NewLine() // may have the same buffer
	defer next.End(os.Stdout)
	defer func() { fmt.Println(recover().(*rcpool.Misuse).Kind) }()
	kept.Add("too late")
	// Output:
	// hello world
	// use after release
}
