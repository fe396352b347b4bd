// truth: leak line 62 callee
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Packet struct {
	Peer    int
	Payload [64]byte
	Len     int
}

var packets = rcpool.Pool[Packet]{Name: "packet"}

type peer struct {
	id    int
	queue chan rcpool.Ref[Packet]
	up    bool
}

// offer queues a packet for the peer. If it returns false, the peer did not take
// the packet, and *ref is unchanged.
func (p *peer) offer(ref *rcpool.Ref[Packet]) bool {
	if !p.up {
		return false
	}
	select {
	case p.queue <- *ref:
		*ref = rcpool.Ref[Packet]{}
		return true
	default:
		return false
	}
}

func (p *peer) send() (n int) {
	for {
		select {
		case ref := <-p.queue:
			n += ref.Value().Len
			ref.Release()
		default:
			return n
		}
	}
}

type tunnel struct {
	peers map[int]*peer
	lost  int
}

func (t *tunnel) encapsulate(id int, data string) error {
	p, ok := t.peers[id]
	if !ok {
		return fmt.Errorf("no peer %d", id)
	}
	packet := packets.Get()
	v := packet.Value()
	v.Peer = id
	v.Len = copy(v.Payload[:], data)
	if !p.offer(&packet) {
		t.lost++
		return errors.New("queue of the peer is full")
	}
	return nil
}

func main() {
	t := &tunnel{peers: map[int]*peer{
		1: {id: 1, queue: make(chan rcpool.Ref[Packet], 2), up: true},
		2: {id: 2},
	}}
	for i := range 4 {
		if err := t.encapsulate(1+i%3, "ping"); err != nil {
			fmt.Println(err)
		}
	}
	for range 3 {
		if err := t.encapsulate(1, "pong"); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(t.peers[1].send(), t.lost)
	fmt.Println("open packets", packets.Stats().InUse)
}
