// Package textaliases has memory of a pooled object that passes through
// functions of bytes, strings and bufio.
package textaliases

import (
	"bufio"
	"bytes"

	"github.com/rcpool/rcpool"
)

// A Packet has its data in memory of its own.
type Packet struct {
	data []byte
}

// Reset keeps the capacity.
func (p *Packet) Reset() { p.data = p.data[:0] }

// Data is memory of the packet.
func (p *Packet) Data() []byte { return p.data }

func (p *Packet) set(text string) { p.data = append(p.data[:0], text...) }

var packets = rcpool.Pool[Packet]{
	Name:   "packets",
	Memory: func(p *Packet) []byte { return p.data[:cap(p.data)] },
}

func read(text string) rcpool.Ref[Packet] {
	packet := packets.Get()
	packet.Value().set(text)
	return packet
}

// A header is a name and a value.
type header struct{ name, value []byte }

func scanner(data []byte) *bufio.Scanner { return bufio.NewScanner(bytes.NewReader(data)) }
