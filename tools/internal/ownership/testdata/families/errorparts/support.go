// Package errorparts has functions that return errors with a part of what they are given.
package errorparts

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type frame struct {
	kind    byte
	payload []byte
	seq     int
}

func (f *frame) Reset() { *f = frame{payload: f.payload[:0]} }

var frames = rcpool.Pool[frame]{Name: "frames"}

// A frameError has the frame.
type frameError struct {
	frame *frame
	text  string
}

func (e *frameError) Error() string { return fmt.Sprint(e.text, " ", e.frame.seq) }

func fail(f *frame, text string) error { return &frameError{f, text} }

// A seqError has a number of the frame.
type seqError struct {
	seq  int
	text string
}

func (e *seqError) Error() string { return fmt.Sprint(e.text, " ", e.seq) }

func failSeq(f *frame, text string) error { return &seqError{f.seq, text} }

func check(f *frame) error {
	switch {
	case len(f.payload) == 0:
		return fail(f, "empty")
	case f.kind == 0:
		return fail(f, "no kind")
	}
	return nil
}

func checkSeq(f *frame) error {
	switch {
	case len(f.payload) == 0:
		return failSeq(f, "empty")
	case f.kind == 0:
		return failSeq(f, "no kind")
	}
	return nil
}

// A syntaxError has what it is near to.
type syntaxError struct{ near []byte }

func (e syntaxError) Error() string { return "near " + string(e.near) }

// parse fails at the first brace.
func parse(p []byte) error {
	if i := bytes.IndexByte(p, '{'); i >= 0 {
		return syntaxError{p[i:]}
	}
	return nil
}

// parseCopy has a copy in its error.
func parseCopy(p []byte) error {
	if i := bytes.IndexByte(p, '{'); i >= 0 {
		return syntaxError{bytes.Clone(p[i:])}
	}
	return nil
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

var lastError error
