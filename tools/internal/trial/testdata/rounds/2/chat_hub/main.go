// truth: correct
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Frame struct {
	Opcode  byte
	Payload []byte `rcpool:"keep"`
}

var frames = rcpool.Pool[Frame]{
	Reset: func(f *Frame) {
		f.Opcode = 0
		f.Payload = f.Payload[:0]
	},
	Keep: func(f *Frame) bool { return cap(f.Payload) <= 1<<12 },
}

type conn struct {
	id      int
	out     chan rcpool.Ref[Frame]
	written int
	dropped int
}

func (c *conn) writeLoop() {
	for frame := range c.out {
		c.written += len(frame.Value().Payload)
		frame.Release()
	}
}

type hub struct {
	mu    sync.Mutex
	conns map[*conn]struct{}
	wg    sync.WaitGroup
}

func (h *hub) join(c *conn) {
	h.mu.Lock()
	h.conns[c] = struct{}{}
	h.mu.Unlock()
	h.wg.Go(c.writeLoop)
}

func (h *hub) leave(c *conn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, ok := h.conns[c]; ok {
		delete(h.conns, c)
		close(c.out)
	}
}

// broadcast offers the frame to everybody; slow ones miss it. It borrows the
// reference.
func (h *hub) broadcast(frame *rcpool.Ref[Frame]) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.conns {
		share := frame.Retain()
		select {
		case c.out <- share:
		default:
			c.dropped++
			share.Release()
		}
	}
}

func (h *hub) say(text string) {
	frame := frames.Get()
	defer frame.Release()
	f := frame.Value()
	f.Opcode = 1
	f.Payload = append(f.Payload, text...)
	h.broadcast(&frame)
}

func main() {
	h := &hub{conns: map[*conn]struct{}{}}
	var all []*conn
	for id := range 5 {
		c := &conn{id: id, out: make(chan rcpool.Ref[Frame], 2)}
		all = append(all, c)
		h.join(c)
	}
	for i := range 200 {
		h.say(fmt.Sprintf("message number %d", i))
		if i == 100 {
			h.leave(all[2])
		}
	}
	for _, c := range all {
		h.leave(c)
	}
	h.wg.Wait()
	for _, c := range all {
		fmt.Println(c.id, c.written > 0)
	}
}
