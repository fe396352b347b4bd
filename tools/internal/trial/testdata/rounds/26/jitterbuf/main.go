// truth: correct

// Command jitterbuf reorders RTP packets before playout.
package main

import (
	"container/heap"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Packet struct {
	Seq     uint16
	TS      uint32
	Marker  bool
	Payload [160]byte
	N       int
}

var packets = rcpool.Pool[Packet]{Name: "rtp"}

type packetHeap []rcpool.Ref[Packet]

func (h packetHeap) Len() int           { return len(h) }
func (h packetHeap) Less(i, j int) bool { return int16(h[i].Value().Seq-h[j].Value().Seq) < 0 }
func (h packetHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *packetHeap) Push(x any)        { *h = append(*h, x.(rcpool.Ref[Packet])) }
func (h *packetHeap) Pop() any {
	last := len(*h) - 1
	ref := rcpool.Move(&(*h)[last])
	*h = (*h)[:last]
	return ref
}

type Jitter struct {
	queue   packetHeap
	next    uint16
	started bool
	late    int
	dup     int
}

// Push takes the packet over.
func (j *Jitter) Push(p rcpool.Ref[Packet]) {
	seq := p.Value().Seq
	if j.started && int16(seq-j.next) < 0 {
		j.late++
		p.Release()
		return
	}
	for _, q := range j.queue {
		if q.Value().Seq == seq {
			j.dup++
			p.Release()
			return
		}
	}
	heap.Push(&j.queue, p)
}

// Next returns the packet that is due. It reports false if the packet is
// missing and there are not enough others to skip it.
func (j *Jitter) Next() (rcpool.Ref[Packet], bool) {
	if len(j.queue) == 0 {
		return rcpool.Ref[Packet]{}, false
	}
	head := j.queue[0].Value().Seq
	if j.started && head != j.next && len(j.queue) < 3 {
		return rcpool.Ref[Packet]{}, false
	}
	ref := heap.Pop(&j.queue).(rcpool.Ref[Packet])
	j.started = true
	j.next = head + 1
	return ref, true
}

func (j *Jitter) Flush() {
	for len(j.queue) > 0 {
		heap.Pop(&j.queue).(rcpool.Ref[Packet]).Release()
	}
}

func receive(seq uint16, text string) rcpool.Ref[Packet] {
	ref := packets.Get()
	p := ref.Value()
	p.Seq, p.TS = seq, uint32(seq)*160
	p.N = copy(p.Payload[:], text)
	return ref
}

func playout(j *Jitter, sink func(string)) {
	for {
		p, ok := j.Next()
		if !ok {
			return
		}
		v := p.Value()
		sink(string(v.Payload[:v.N]))
		p.Release()
	}
}

func main() {
	j := &Jitter{}
	var out []string
	emit := func(s string) { out = append(out, s) }
	for _, seq := range []uint16{65534, 65535, 1, 0, 0, 65533, 4, 5} {
		j.Push(receive(seq, fmt.Sprint("f", seq)))
		playout(j, emit)
	}
	j.Push(receive(6, "f6"))
	playout(j, emit)
	j.Push(receive(9, "f9"))
	j.Flush()
	fmt.Println(out, "late", j.late, "dup", j.dup)
}
