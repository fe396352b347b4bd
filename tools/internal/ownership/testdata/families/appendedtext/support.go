// Package appendedtext has memory of a pooled object to which functions of the standard
// library append, such as strconv.AppendInt.
package appendedtext

import (
	"sync"

	"github.com/rcpool/rcpool"
)

// A Line has its text in memory of its own.
type Line struct{ text []byte }

// Reset keeps the capacity.
func (l *Line) Reset() { l.text = l.text[:0] }

var lines = rcpool.Pool[Line]{
	Name:   "lines",
	Memory: func(l *Line) []byte { return l.text[:cap(l.text)] },
}

var buffers = sync.Pool{New: func() any { return new([]byte) }}

// A Sample is appended to text as others are.
type Sample struct{ value int }
