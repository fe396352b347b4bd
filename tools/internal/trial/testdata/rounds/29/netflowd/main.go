// truth: leak line 91 callee

// Command netflowd decodes flow export packets and passes them to aggregation
// workers.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type flow struct {
	src, dst uint32
	bytes    uint64
}

type Export struct {
	Source string
	Seq    uint32
	flows  []flow
}

func (e *Export) Reset() {
	e.Source, e.Seq = "", 0
	e.flows = e.flows[:0]
}

var exports = rcpool.Pool[Export]{
	Name: "netflow.exports",
	New:  func() *Export { return &Export{flows: make([]flow, 0, 32)} },
}

var errShort = errors.New("netflow: short packet")

func (e *Export) decode(packet []byte) error {
	if len(packet) < 6 {
		return errShort
	}
	e.Seq = binary.BigEndian.Uint32(packet)
	n := int(binary.BigEndian.Uint16(packet[4:]))
	packet = packet[6:]
	if len(packet) < 16*n {
		return fmt.Errorf("%w: %d flows in %d bytes", errShort, n, len(packet))
	}
	for range n {
		e.flows = append(e.flows, flow{
			binary.BigEndian.Uint32(packet), binary.BigEndian.Uint32(packet[4:]), binary.BigEndian.Uint64(packet[8:]),
		})
		packet = packet[16:]
	}
	return nil
}

type worker struct {
	in   chan rcpool.Ref[Export]
	sums map[uint32]uint64
}

// offer takes over e if there is room for it.
func (w *worker) offer(e rcpool.Ref[Export]) bool {
	select {
	case w.in <- e:
		return true
	default:
		return false
	}
}

func (w *worker) loop() {
	for e := range w.in {
		for _, f := range e.Value().flows {
			w.sums[f.dst] += f.bytes
		}
		e.Release()
	}
}

type collector struct {
	workers []*worker
	dropped int
	bad     int
}

func (c *collector) pick(seq uint32) *worker { return c.workers[int(seq)%len(c.workers)] }

func (c *collector) packet(source string, data []byte) {
	e := exports.Get()
	v := e.Value()
	v.Source = source
	if err := v.decode(data); err != nil {
		c.bad++
		e.Release()
		return
	}
	if !c.pick(v.Seq).offer(e) {
		c.dropped++
	}
}

func encode(seq uint32, flows ...flow) (b []byte) {
	b = binary.BigEndian.AppendUint32(b, seq)
	b = binary.BigEndian.AppendUint16(b, uint16(len(flows)))
	for _, f := range flows {
		b = binary.BigEndian.AppendUint32(b, f.src)
		b = binary.BigEndian.AppendUint32(b, f.dst)
		b = binary.BigEndian.AppendUint64(b, f.bytes)
	}
	return b
}

func main() {
	c := &collector{}
	for range 2 {
		c.workers = append(c.workers, &worker{in: make(chan rcpool.Ref[Export], 4), sums: map[uint32]uint64{}})
	}
	for i := range uint32(12) {
		c.packet("router-1", encode(i, flow{1, 2, 100}, flow{1, 3, uint64(i)}))
	}
	c.packet("router-2", []byte{1, 2})
	c.packet("router-2", encode(3, flow{1, 2, 3})[:12])
	var wg sync.WaitGroup
	for _, w := range c.workers {
		wg.Go(w.loop)
		close(w.in)
	}
	wg.Wait()
	fmt.Println(c.workers[0].sums[2]+c.workers[1].sums[2], c.dropped, c.bad)
}
