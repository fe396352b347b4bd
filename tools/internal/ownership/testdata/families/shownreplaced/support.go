// Package shownreplaced has functions that put the buffer of a field into a list, and may set the field
// to a new one.
package shownreplaced

import "google.golang.org/grpc/mem"

type muxer struct{ header mem.Buffer }

func fresh(n int) mem.Buffer { return mem.Copy(make([]byte, n), mem.DefaultBufferPool()) }

func newMuxer() *muxer { return &muxer{header: fresh(4000)} }

func (m *muxer) replaceEach(n int) (out mem.BufferSlice) {
	for range n {
		out = append(out, m.header)
		m.header = fresh(4000)
	}
	return out
}

func (m *muxer) close() { m.header.Free() }
