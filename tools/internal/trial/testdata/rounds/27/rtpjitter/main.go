// truth: correct

// Rtpjitter reorders RTP packets of one stream in a fixed ring before they
// reach the decoder.
package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

const slots = 8

type packet struct {
	seq     uint16
	ts      uint32
	payload [160]byte
	n       int
}

type jitterBuffer struct {
	ring   [slots]rcpool.Ref[packet]
	next   uint16
	primed bool
	late   int
	lost   int
	dup    int
}

// push takes the packet over.
func (j *jitterBuffer) push(pkt rcpool.Ref[packet]) {
	defer rcpool.Drop(&pkt)
	seq := pkt.Value().seq
	if !j.primed {
		j.next, j.primed = seq, true
	}
	if int16(seq-j.next) < 0 {
		j.late++
		return
	}
	for int16(seq-j.next) >= slots {
		j.skip()
	}
	slot := &j.ring[seq%slots]
	if !slot.IsZero() {
		j.dup++
		return
	}
	*slot = rcpool.Move(&pkt)
}

// skip gives up the packet that is due, whether it has arrived or not.
func (j *jitterBuffer) skip() {
	slot := &j.ring[j.next%slots]
	if slot.IsZero() {
		j.lost++
	}
	rcpool.Drop(slot)
	j.next++
}

// pop returns the packet that is due, which the caller owns.
func (j *jitterBuffer) pop() (rcpool.Ref[packet], bool) {
	slot := &j.ring[j.next%slots]
	if slot.IsZero() {
		return rcpool.Ref[packet]{}, false
	}
	j.next++
	return rcpool.Move(slot), true
}

func (j *jitterBuffer) flush() {
	for i := range j.ring {
		rcpool.Drop(&j.ring[i])
	}
	j.primed = false
}

type decoder struct {
	last   rcpool.Ref[packet]
	frames []uint16
}

// decode keeps the latest packet for concealment.
func (d *decoder) decode(pkt rcpool.Ref[packet]) {
	d.frames = append(d.frames, pkt.Value().seq)
	rcpool.Drop(&d.last)
	d.last = pkt
}

func (d *decoder) conceal() int {
	if d.last.IsZero() {
		return 0
	}
	return d.last.Value().n
}

func (d *decoder) close() { rcpool.Drop(&d.last) }

func receive(pool *rcpool.Pool[packet], seq uint16) rcpool.Ref[packet] {
	pkt := pool.Get()
	p := pkt.Value()
	p.seq, p.ts = seq, uint32(seq)*160
	p.n = copy(p.payload[:], fmt.Sprint("frame ", seq))
	return pkt
}

func main() {
	pool := &rcpool.Pool[packet]{Name: "rtp"}
	var (
		jitter jitterBuffer
		dec    decoder
	)
	defer dec.close()
	defer jitter.flush()
	concealed := 0
	for _, seq := range []uint16{100, 102, 101, 101, 104, 99, 105, 120, 121, 119} {
		jitter.push(receive(pool, seq))
		for {
			pkt, ok := jitter.pop()
			if !ok {
				concealed += dec.conceal()
				break
			}
			dec.decode(pkt)
		}
	}
	fmt.Println(dec.frames, "late", jitter.late, "lost", jitter.lost, "dup", jitter.dup, concealed > 0)
}
