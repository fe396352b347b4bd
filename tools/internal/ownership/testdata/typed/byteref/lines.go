// Package byteref shares lines by the ByteRef of package stdpool, which wraps a
// reference.
package byteref

import (
	"errors"
	"sync"

	"github.com/rcpool/rcpool/stdpool"
)

var errEmpty = errors.New("line is empty")

func check(p []byte) error {
	if len(p) == 0 {
		return errEmpty
	}
	return nil
}

// format leases a line, which the caller owns.
func format(level, text string) stdpool.ByteRef {
	line := stdpool.Bytes(0)
	line.Grow(len(level) + len(text) + 1)
	line.WriteString(level)
	line.Append(' ')
	line.WriteString(text)
	return line
}

// A batch owns the line that it collects.
type batch struct {
	line stdpool.ByteRef
	full bool
}

func newBatch() *batch { return &batch{line: stdpool.Bytes(0)} }

func (b *batch) Close() error {
	b.line.Release()
	return nil
}

// A table has lines of which it owns a reference each.
type table struct {
	mu    sync.Mutex
	lines map[string]stdpool.ByteRef
}

// lookup takes a reference for the caller.
func (t *table) lookup(key string) (stdpool.ByteRef, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	line, ok := t.lines[key]
	if !ok {
		return stdpool.ByteRef{}, false
	}
	return line.Retain(), true
}
