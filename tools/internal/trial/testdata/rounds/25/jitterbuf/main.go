// truth: zero-ref line 72 hard

// Command jitterbuf reorders RTP packets before playout.
package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Packet struct {
	Seq     uint16
	Stamp   uint32
	Payload []byte
}

func (p *Packet) Reset() { p.Seq, p.Stamp, p.Payload = 0, 0, p.Payload[:0] }

var packets = rcpool.Pool[Packet]{
	Name: "rtp packets",
	Keep: func(p *Packet) bool { return cap(p.Payload) <= 2048 },
}

const depth = 8

type stats struct{ late, dup, lost int }

// jitter is a ring of packets by sequence number; empty slots are zero.
type jitter struct {
	slots [depth]rcpool.Ref[Packet]
	next  uint16
	stamp uint32
	stats
}

// push takes the packet over.
func (j *jitter) push(ref rcpool.Ref[Packet]) {
	seq := ref.Value().Seq
	if d := int16(seq - j.next); d < 0 || d >= depth {
		j.late++
		ref.Release()
		return
	}
	slot := &j.slots[seq%depth]
	if !slot.IsZero() {
		j.dup++
		ref.Release()
		return
	}
	*slot = ref
}

// pop returns the next packet, or the zero Ref if it was lost.
func (j *jitter) pop() rcpool.Ref[Packet] {
	slot := &j.slots[j.next%depth]
	j.next++
	if slot.IsZero() {
		j.lost++
		return rcpool.Ref[Packet]{}
	}
	return rcpool.Move(slot)
}

// gap tells how far the timestamps of the next two packets are apart.
func (j *jitter) gap() uint32 {
	a, b := j.slots[j.next%depth], j.slots[(j.next+1)%depth]
	if a.IsZero() {
		return 0
	}
	return b.Value().Stamp - a.Value().Stamp
}

func (j *jitter) flush() {
	for i := range j.slots {
		rcpool.Drop(&j.slots[i])
	}
}

func packet(seq uint16, text string) rcpool.Ref[Packet] {
	ref := packets.Get()
	p := ref.Value()
	p.Seq, p.Stamp = seq, uint32(seq)*160
	p.Payload = append(p.Payload, text...)
	return ref
}

func play(j *jitter, n int) string {
	var out strings.Builder
	for range n {
		ref := j.pop()
		if ref.IsZero() {
			out.WriteByte('_')
			continue
		}
		out.Write(ref.Value().Payload)
		j.stamp = ref.Value().Stamp
		ref.Release()
	}
	return out.String()
}

func main() {
	var j jitter
	defer check()
	defer j.flush()
	for _, seq := range []uint16{1, 0, 3, 3, 4, 5, 40} {
		j.push(packet(seq, string(rune('a'+seq))))
	}
	fmt.Println(j.gap())
	fmt.Println(play(&j, 4), j.gap(), j.stats)
	fmt.Println(play(&j, 1), j.gap())
}
