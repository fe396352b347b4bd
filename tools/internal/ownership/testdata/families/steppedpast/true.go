package steppedpast

import (
	"bytes"

	"github.com/rcpool/rcpool/stdpool"
)

// What begins with a letter is the name, and there may be two.
func names(line stdpool.ByteRef, isName func(byte) bool) (p point) {
	text := line.Value()
	for start := 0; start < len(text); {
		end := len(text)
		if i := bytes.IndexByte(text[start:], ','); i >= 0 {
			end = start + i
		}
		if isName(text[start]) {
			p.name = line.Slice(start, end) // want "leak: "
		}
		start = end + 1
	}
	return p
}
