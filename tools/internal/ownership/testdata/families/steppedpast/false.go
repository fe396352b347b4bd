package steppedpast

import (
	"bytes"

	"github.com/rcpool/rcpool/stdpool"
)

// The first part is the name.
func parse(line stdpool.ByteRef) (p point) {
	text := line.Value()
	sp := bytes.LastIndexByte(text, ' ')
	if sp <= 0 {
		return p
	}
	start := 0
	for start < sp {
		end := sp
		if i := bytes.IndexByte(text[start:sp], ','); i >= 0 {
			end = start + i
		}
		if start == 0 {
			p.name = line.Slice(0, end)
		} else {
			p.tags = append(p.tags, line.Slice(start, end))
		}
		start = end + 1
	}
	return p
}
