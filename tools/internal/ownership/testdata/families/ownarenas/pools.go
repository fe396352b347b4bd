// Package ownarenas has pools whose objects keep what they have, and others.
package ownarenas

import (
	"bytes"
	"sync"

	"test/families/ownarenas/names"
)

var (
	blocks  = sync.Pool{New: func() any { return new(names.Block) }}
	lines   = sync.Pool{New: func() any { return new(names.Line) }}
	buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}
	states  = sync.Pool{New: func() any { return make([]byte, 32) }}
)

func increment(counter []byte) {
	for i := range counter {
		counter[i]++
		if counter[i] != 0 {
			return
		}
	}
}

func getLine() *names.Line { return lines.Get().(*names.Line) }

func putLine(l *names.Line) {
	l.Reset()
	lines.Put(l)
}

func getBlock() *names.Block { return blocks.Get().(*names.Block) }

func putBlock(b *names.Block) { blocks.Put(b) }

// empty empties a list of bytes that is in no pool.
func empty(p *[]byte) { *p = (*p)[:0] }
