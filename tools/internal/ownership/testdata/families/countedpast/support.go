// Package countedpast has objects that count their references: some functions change the
// counter themselves, past the methods for that.
package countedpast

import (
	"errors"
	"sync"
	"sync/atomic"
)

var errOld = errors.New("old table")

// A Table counts its references.
type Table struct {
	refs atomic.Int32
	hits atomic.Int64
	gen  int
	rows []string
}

func NewTable(gen int) *Table {
	t := &Table{gen: gen}
	t.refs.Store(1)
	return t
}

func (t *Table) Retain() { t.refs.Add(1) }

func (t *Table) Release() {
	if t.refs.Add(-1) == 0 {
		t.rows = nil
	}
}

// A packet is in a pool, and counts its users.
type packet struct {
	users atomic.Int32
	data  []byte
}

var packets = sync.Pool{New: func() any { return new(packet) }}

func newPacket(data string) *packet {
	p := packets.Get().(*packet)
	p.users.Store(1)
	p.data = append(p.data[:0], data...)
	return p
}

func (p *packet) add(n int)   { p.users.Add(int32(n)) }
func (p *packet) share(n int) { p.add(n) }

func (p *packet) done() {
	if p.users.Add(-1) == 0 {
		packets.Put(p)
	}
}

type hub struct{ out []chan *packet }
