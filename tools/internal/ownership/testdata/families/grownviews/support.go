// Package grownviews has bytes that were borrowed before their block grew.
package grownviews

import (
	"encoding/binary"
	"io"

	"github.com/rcpool/rcpool/stdpool"
)

// A frame has a header, and a body that is appended.
type frame struct {
	block stdpool.ByteRef
	parts int
}

func newFrame() *frame { return &frame{block: stdpool.Bytes(4)} }

func (f *frame) close() { f.block.Release() }

func putLen(header []byte, n int) { binary.BigEndian.PutUint32(header, uint32(n)) }

func readAll(r io.Reader) int {
	n, _ := io.Copy(io.Discard, r)
	return int(n)
}

// put appends a body to the frame.
func (f *frame) put(body []byte) {
	f.parts++
	f.block.Write(body)
}

// putAll appends bodies to the frame.
func (f *frame) putAll(bodies [][]byte) {
	for _, body := range bodies {
		f.put(body)
	}
}

// name appends a name to a block.
func name(to *stdpool.ByteRef, text string) {
	to.Append(byte(len(text)))
	to.WriteString(text)
}

// count only counts.
func (f *frame) count(bodies [][]byte) { f.parts += len(bodies) }

// A pair has two frames.
type pair struct{ in, out *frame }

// A roomy frame makes room where it is made.
type roomy struct {
	bytes stdpool.ByteRef
}

func newRoomy(n int) *roomy {
	r := &roomy{bytes: stdpool.Bytes(4)}
	r.bytes.Grow(n)
	return r
}

func (r *roomy) put(body []byte) { r.bytes.Write(body) }
