// Package leftfornext has pooled objects that tell their next owner how much the last one
// needed.
package leftfornext

import "sync"

// An encoder begins with as much memory as the last text took.
type encoder struct {
	buf      []byte
	lines    int
	lastSize int
}

var encoders = sync.Pool{New: func() any { return new(encoder) }}

func (e *encoder) reset() error {
	e.buf, e.lines, e.lastSize = nil, 0, 0
	return nil
}

func (e *encoder) prepare() {
	if e.lastSize > 0 {
		e.buf = make([]byte, 0, e.lastSize)
	}
}

func (e *encoder) add(text string) {
	e.buf = append(e.buf, text...)
	e.lines++
}

func (e *encoder) text() string {
	if e.lines == 0 {
		return ""
	}
	return string(e.buf)
}
