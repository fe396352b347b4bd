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
