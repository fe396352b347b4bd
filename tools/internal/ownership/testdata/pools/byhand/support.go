// Package byhand holds the cases for pooled objects that count their
// references themselves: the last one puts the object back.
package byhand

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
)

var errEmpty = errors.New("packet is empty")

// packet counts with Ref and Unref.
type packet struct {
	refs    atomic.Int32
	payload []byte
}

var packets = sync.Pool{New: func() any { return new(packet) }}

func (p *packet) Ref() { p.refs.Add(1) }

func (p *packet) Unref() {
	if p.refs.Add(-1) == 0 {
		p.payload = p.payload[:0]
		packets.Put(p)
	}
}

// newPacket returns a packet with one reference.
func newPacket(payload string) *packet {
	p := packets.Get().(*packet)
	p.refs.Store(1)
	p.payload = append(p.payload[:0], payload...)
	return p
}

// frame counts under a lock.
type frame struct {
	mu    sync.Mutex
	users int
	rows  []int
}

var frames = sync.Pool{New: func() any { return new(frame) }}

func (f *frame) acquire() *frame {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.users++
	return f
}

func (f *frame) drop() {
	f.mu.Lock()
	f.users--
	last := f.users == 0
	f.mu.Unlock()
	if last {
		f.rows = f.rows[:0]
		frames.Put(f)
	}
}

// block counts with an integer of sync/atomic.
type block struct {
	n    int32
	data [64]byte
}

var blocks = sync.Pool{New: func() any { return new(block) }}

func (b *block) hold(n int32) { atomic.AddInt32(&b.n, n) }

func (b *block) release() {
	switch n := atomic.AddInt32(&b.n, -1); {
	case n < 0:
		panic(fmt.Sprintf("block is released %d times too often", -n))
	case n == 0:
		b.data = [64]byte{}
		blocks.Put(b)
	}
}

// message is put back by whoever it is that was last.
type message struct {
	refs atomic.Int32
	text string
	done func(*message)
}

var messages = sync.Pool{New: func() any { return new(message) }}

func putMessage(m *message) {
	if m.refs.Add(-1) > 0 {
		return
	}
	m.text, m.done = "", nil
	messages.Put(m)
}

// link sends packets, which its peer gives up.
type link struct {
	out  chan *packet
	last *packet
	mu   sync.Mutex
}

func write(w io.Writer, p *packet) error {
	if len(p.payload) == 0 {
		return errEmpty
	}
	_, err := w.Write(p.payload)
	return err
}
