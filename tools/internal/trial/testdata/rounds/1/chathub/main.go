// truth: correct

// Command chathub broadcasts frames to clients; a client that is too slow is cut off.
package main

import (
	"fmt"
	"log"
	"sync"

	"github.com/rcpool/rcpool"
)

type Frame struct {
	Opcode  byte
	Payload []byte
}

func (f *Frame) Reset() { f.Opcode, f.Payload = 0, f.Payload[:0] }

var frames = rcpool.Pool[Frame]{Name: "frames"}

type client struct {
	name   string
	outbox chan rcpool.Ref[Frame]
	got    int
}

type hub struct {
	register   chan *client
	unregister chan *client
	broadcast  chan rcpool.Ref[Frame]
	stop       chan struct{}
	clients    map[*client]struct{}
	cut        []string
}

func newHub() *hub {
	return &hub{
		register:   make(chan *client),
		unregister: make(chan *client),
		broadcast:  make(chan rcpool.Ref[Frame]),
		stop:       make(chan struct{}),
		clients:    make(map[*client]struct{}),
	}
}

func (h *hub) run() {
	defer func() {
		for c := range h.clients {
			close(c.outbox)
		}
	}()
	for {
		select {
		case c := <-h.register:
			h.clients[c] = struct{}{}
		case c := <-h.unregister:
			h.remove(c)
		case f := <-h.broadcast:
			h.deliver(f)
		case <-h.stop:
			return
		}
	}
}

func (h *hub) deliver(f rcpool.Ref[Frame]) {
	defer f.Release()
	for c := range h.clients {
		own := f.Retain()
		select {
		case c.outbox <- own:
			continue
		default:
		}
		own.Release()
		h.cut = append(h.cut, c.name)
		h.remove(c)
	}
}

func (h *hub) remove(c *client) {
	if _, ok := h.clients[c]; ok {
		delete(h.clients, c)
		close(c.outbox)
	}
}

func (c *client) pump() {
	for f := range c.outbox {
		c.got += len(f.Value().Payload)
		f.Release()
	}
}

func main() {
	h := newHub()
	var wg, hubDone sync.WaitGroup
	hubDone.Go(h.run)

	reader := &client{name: "reader", outbox: make(chan rcpool.Ref[Frame], 32)}
	stuck := &client{name: "stuck", outbox: make(chan rcpool.Ref[Frame], 1)}
	leaver := &client{name: "leaver", outbox: make(chan rcpool.Ref[Frame], 32)}
	for _, c := range []*client{reader, stuck, leaver} {
		h.register <- c
	}
	wg.Go(reader.pump)
	wg.Go(leaver.pump)
	h.unregister <- leaver
	for i := range 10 {
		f := frames.Get()
		f.Value().Opcode = 1
		f.Value().Payload = fmt.Appendf(f.Value().Payload, "m%d", i)
		h.broadcast <- f
	}
	close(h.stop)
	hubDone.Wait()
	wg.Go(stuck.pump)
	wg.Wait()
	if reader.got != 20 || stuck.got != 2 || leaver.got != 0 || len(h.cut) != 1 {
		log.Fatal(reader.got, stuck.got, leaver.got, h.cut)
	}
	fmt.Println("cut off:", h.cut)
}
