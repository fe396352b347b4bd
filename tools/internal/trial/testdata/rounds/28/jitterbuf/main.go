// truth: correct

// Command jitterbuf puts the packets of a voice call back into order before
// they are played, and gives up on those that come too late.
package main

import (
	"container/heap"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Packet struct {
	Seq     uint16
	Marker  bool
	Payload []byte
}

var packets = rcpool.Pool[Packet]{
	Name:  "rtp.packets",
	New:   func() *Packet { return &Packet{Payload: make([]byte, 0, 160)} },
	Reset: func(p *Packet) { p.Seq, p.Marker, p.Payload = 0, false, p.Payload[:0] },
}

// bySeq is a min-heap, which owns its packets.
type bySeq []rcpool.Ref[Packet]

func (h bySeq) Len() int           { return len(h) }
func (h bySeq) Less(i, j int) bool { return int16(h[i].Value().Seq-h[j].Value().Seq) < 0 }
func (h bySeq) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *bySeq) Push(x any)        { *h = append(*h, x.(rcpool.Ref[Packet])) }
func (h *bySeq) Pop() any {
	old := *h
	last := rcpool.Move(&old[len(old)-1])
	*h = old[:len(old)-1]
	return last
}

type JitterBuffer struct {
	waiting bySeq
	depth   int
	next    uint16
	started bool
	stats   struct{ late, dup, lost int }
}

// Push takes pkt over.
func (j *JitterBuffer) Push(pkt rcpool.Ref[Packet]) {
	seq := pkt.Value().Seq
	if !j.started {
		j.started, j.next = true, seq
	}
	if int16(seq-j.next) < 0 {
		j.stats.late++
		pkt.Release()
		return
	}
	for i := range j.waiting {
		if j.waiting[i].Value().Seq == seq {
			j.stats.dup++
			pkt.Release()
			return
		}
	}
	heap.Push(&j.waiting, pkt)
}

// Pop returns the next packet, which the caller owns. It skips a gap when more
// than depth packets wait behind it.
func (j *JitterBuffer) Pop() (pkt rcpool.Ref[Packet], ok bool) {
	if len(j.waiting) == 0 {
		return pkt, false
	}
	if seq := j.waiting[0].Value().Seq; seq != j.next {
		if len(j.waiting) <= j.depth {
			return pkt, false
		}
		j.stats.lost += int(seq - j.next)
	}
	pkt = heap.Pop(&j.waiting).(rcpool.Ref[Packet])
	j.next = pkt.Value().Seq + 1
	return pkt, true
}

// Close releases what was not played.
func (j *JitterBuffer) Close() {
	for len(j.waiting) > 0 {
		pkt := heap.Pop(&j.waiting).(rcpool.Ref[Packet])
		pkt.Release()
	}
}

func receive(seq uint16) rcpool.Ref[Packet] {
	pkt := packets.Get()
	p := pkt.Value()
	p.Seq = seq
	p.Marker = seq%20 == 0
	for i := range 4 {
		p.Payload = append(p.Payload, byte(int(seq)+i))
	}
	return pkt
}

func main() {
	j := &JitterBuffer{depth: 2}
	defer j.Close()
	var played []uint16
	level := 0
	for _, seq := range []uint16{65533, 65535, 65534, 65535, 0, 2, 65530, 3, 4, 5, 9} {
		j.Push(receive(seq))
		for {
			pkt, ok := j.Pop()
			if !ok {
				break
			}
			played = append(played, pkt.Value().Seq)
			for _, sample := range pkt.Value().Payload {
				level += int(sample)
			}
			pkt.Release()
		}
	}
	fmt.Println(played, level, j.stats)
}
