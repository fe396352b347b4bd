// truth: use-after-release line 124 hard

// Command jitterbuf reorders audio packets that arrive late, and conceals those
// that are lost.
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

const slots = 8

type Packet struct {
	seq     uint16
	stamp   uint32
	samples []int16
}

func (p *Packet) Reset() {
	p.seq, p.stamp = 0, 0
	p.samples = p.samples[:0]
}

var packets = rcpool.Pool[Packet]{Name: "rtp.packets"}

var (
	errLate      = errors.New("packet is too late")
	errDuplicate = errors.New("packet is a duplicate")
)

type buffer struct {
	ring  [slots]rcpool.Ref[Packet]
	next  uint16 // the sequence number to play next
	begun bool
	lost  int
}

func (b *buffer) slot(seq uint16) *rcpool.Ref[Packet] { return &b.ring[seq%slots] }

// insert takes over a packet. What it pushes out of the ring is lost.
func (b *buffer) insert(ref rcpool.Ref[Packet]) error {
	seq := ref.Value().seq
	if !b.begun {
		b.begun, b.next = true, seq
	}
	if int16(seq-b.next) < 0 {
		ref.Release()
		return errLate
	}
	s := b.slot(seq)
	if !s.IsZero() {
		if s.Value().seq == seq {
			ref.Release()
			return errDuplicate
		}
		b.lost++
		s.Release()
	}
	*s = ref
	for int16(seq-b.next) >= slots {
		b.next++
	}
	return nil
}

// head returns the packet that is played next. The caller borrows it, until it
// is played. It is nil if the packet has not arrived.
func (b *buffer) head() *Packet {
	s := b.slot(b.next)
	if s.IsZero() || s.Value().seq != b.next {
		return nil
	}
	return s.Value()
}

func (b *buffer) advance() {
	if b.head() != nil {
		rcpool.Drop(b.slot(b.next))
	}
	b.next++
}

func (b *buffer) close() {
	for i := range b.ring {
		rcpool.Drop(&b.ring[i])
	}
}

type player struct {
	buf    buffer
	out    []int16
	hidden int
}

// play plays one packet, or repeats the last sample if there is none.
func (p *player) play() {
	pk := p.buf.head()
	if pk == nil {
		p.hidden++
		if n := len(p.out); n > 0 {
			p.out = append(p.out, p.out[n-1]/2)
		}
		p.buf.advance()
		return
	}
	p.out = append(p.out, pk.samples...)
	p.buf.advance()
}

// skew returns the time between the packet that is played next and a new one,
// which it puts into the buffer.
func (p *player) skew(ref rcpool.Ref[Packet]) (uint32, error) {
	head := p.buf.head()
	stamp := ref.Value().stamp
	if err := p.buf.insert(ref); err != nil {
		return 0, err
	}
	if head == nil {
		return 0, nil
	}
	return stamp - head.stamp, nil
}

func packet(seq uint16) rcpool.Ref[Packet] {
	ref := packets.Get()
	p := ref.Value()
	p.seq, p.stamp = seq, uint32(seq)*160
	for i := range 4 {
		p.samples = append(p.samples, int16(seq)*10+int16(i))
	}
	return ref
}

func main() {
	p := &player{}
	defer p.buf.close()
	for _, seq := range []uint16{1, 3, 2, 2, 4} {
		fmt.Println(p.skew(packet(seq)))
	}
	for range 3 {
		p.play()
	}
	fmt.Println(p.skew(packet(1)))
	fmt.Println(p.skew(packet(12)))
	p.play()
	fmt.Println(len(p.out), p.hidden, p.buf.lost)
}
