// Package ownviews has structs with a reference, and with memory that is borrowed from it.
package ownviews

import (
	"bytes"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

// A packet owns a block of bytes.
type packet struct {
	block stdpool.ByteRef
	head  []byte
}

func (p *packet) data() []byte { return p.block.Value() }

func (p *packet) parse() { p.head = p.block.Value()[:2] }

func (p *packet) free() { p.block.Release() }

// A message owns a buffer.
type message struct {
	text  rcpool.Ref[bytes.Buffer]
	state struct{ subject []byte }
}

func (m *message) bytes() []byte { return m.text.Value().Bytes() }

func (m *message) parse() { m.state.subject, _, _ = bytes.Cut(m.text.Value().Bytes(), []byte("\n")) }

func (m *message) close() {
	m.text.Release()
	m.state.subject = nil
}
