// Package closedfirst has handles that let go of what they hold before they call
// unknown code, so that a second Close does nothing.
package closedfirst

import (
	"sync"

	"github.com/rcpool/rcpool"
)

// An encoder is pooled.
type encoder struct {
	packet []byte
	count  int
}

var encoders = sync.Pool{New: func() any { return new(encoder) }}

// A handle sends what its encoder has when it is closed.
type handle struct {
	e    *encoder
	open bool
	send func([]byte) error
}

func newHandle(send func([]byte) error) *handle {
	return &handle{e: encoders.Get().(*encoder), open: true, send: send}
}

// add sends what is there before it gets too large.
func (h *handle) add(text string) error {
	p := append(h.e.packet, text...)
	if len(p) < 1024 {
		h.e.packet = p
		h.e.count++
		return nil
	}
	err := h.send(h.e.packet)
	h.e.packet = append(p[:0], text...)
	h.e.count = 1
	return err
}

// close may be called twice: the first call takes the encoder away.
func (h *handle) close() error {
	e := h.e
	if e == nil {
		return nil
	}
	h.e = nil
	defer func() {
		e.packet, e.count = e.packet[:0], 0
		encoders.Put(e)
	}()
	if e.count == 0 {
		return nil
	}
	return h.send(e.packet)
}

// closeFlag may be called twice: the first call takes the flag away.
func (h *handle) closeFlag() error {
	if !h.open {
		return nil
	}
	h.open = false
	defer encoders.Put(h.e)
	h.e.count = 0
	defer h.clear()
	return h.send(h.e.packet)
}

func (h *handle) clear() { h.e.packet = h.e.packet[:0] }

// closeTo leaves the next encoder behind.
func (h *handle) closeTo(next *encoder) error {
	e := h.e
	h.e = next
	defer func() {
		e.packet, e.count = e.packet[:0], 0
		encoders.Put(e)
	}()
	return h.send(e.packet)
}

// closeOnce must be called once: the encoder stays where it is.
func (h *handle) closeOnce() error {
	defer func() {
		h.e.packet, h.e.count = h.e.packet[:0], 0
		encoders.Put(h.e)
	}()
	return h.send(h.e.packet)
}

// A Packet is leased.
type Packet struct{ Text []byte }

// Reset empties the packet.
func (p *Packet) Reset() { p.Text = p.Text[:0] }

var packets rcpool.Pool[Packet]

// A sender owns a packet.
type sender struct {
	ref  rcpool.Ref[Packet]
	send func([]byte) error
}

func newSender(send func([]byte) error) *sender { return &sender{ref: packets.Get(), send: send} }

// close may be called twice: the first call moves the reference away.
func (s *sender) close() error {
	if s.ref.IsZero() {
		return nil
	}
	ref := rcpool.Move(&s.ref)
	defer ref.Release()
	return s.send(ref.Value().Text)
}

// closeOnce must be called once: the reference stays where it is.
func (s *sender) closeOnce() error {
	defer s.ref.Release()
	return s.send(s.ref.Value().Text)
}
