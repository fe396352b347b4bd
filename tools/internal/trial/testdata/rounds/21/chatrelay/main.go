// truth: double-release line 75 callee
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Frame struct {
	Channel string
	Payload []byte
	Hops    int
}

func (f *Frame) Reset() { *f = Frame{Payload: f.Payload[:0]} }

var frames = rcpool.Pool[Frame]{
	Name: "relay.frames",
	Keep: func(f *Frame) bool { return cap(f.Payload) <= 4<<10 },
}

var (
	errLoop   = errors.New("relay loop")
	errClosed = errors.New("peer closed")
)

type peer struct {
	name   string
	closed bool
	queue  []rcpool.Ref[Frame]
}

// send queues a frame for the peer.
func (p *peer) send(frame rcpool.Ref[Frame]) error {
	if frame.Value().Hops > 3 {
		frame.Release()
		return errLoop
	}
	if p.closed {
		frame.Release()
		return fmt.Errorf("%s: %w", p.name, errClosed)
	}
	p.queue = append(p.queue, frame)
	return nil
}

func (p *peer) flush() (bytes int) {
	for i, frame := range p.queue {
		bytes += len(frame.Value().Payload)
		frame.Release()
		p.queue[i] = rcpool.Ref[Frame]{}
	}
	p.queue = p.queue[:0]
	return bytes
}

type relay struct {
	peers   []*peer
	dropped map[string]int
}

func (r *relay) broadcast(channel, text string, hops int) {
	frame := frames.Get()
	defer frame.Release()
	f := frame.Value()
	f.Channel, f.Hops = channel, hops
	f.Payload = append(f.Payload, text...)
	for _, p := range r.peers {
		dup := frame.Retain()
		if err := p.send(dup); err != nil {
			r.dropped[p.name]++
			if errors.Is(err, errClosed) {
				dup.Release()
			}
		}
	}
}

func main() {
	r := &relay{peers: []*peer{{name: "ams"}, {name: "fra"}}, dropped: map[string]int{}}
	r.broadcast("#go", "hello", 1)
	r.broadcast("#go", "again and again", 9)
	fmt.Println(r.peers[0].flush(), r.peers[1].flush(), r.dropped)
	r.peers[1].closed = true
	r.broadcast("#go", "bye", 0)
	fmt.Println(r.peers[0].flush(), r.dropped)
}
