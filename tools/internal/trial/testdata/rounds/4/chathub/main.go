// truth: correct

// Chathub sends each message to all members of a room, without copying it.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type Message struct {
	From string
	Text []byte
}

func (m *Message) Reset() { *m = Message{Text: m.Text[:0]} }

var messages = rcpool.Pool[Message]{Name: "messages"}

type client struct {
	name string
	send chan rcpool.Ref[Message]
	got  atomic.Int64
}

// write is the only reader of send. It ends when the hub closes it.
func (c *client) write(done *sync.WaitGroup) {
	defer done.Done()
	for ref := range c.send {
		func() {
			defer ref.Release()
			if ref.Value().From != c.name {
				c.got.Add(int64(len(ref.Value().Text)))
			}
		}()
	}
}

type hub struct {
	join, leave chan *client
	say         chan rcpool.Ref[Message]
	members     map[*client]bool
}

func newHub() *hub {
	return &hub{
		join:    make(chan *client),
		leave:   make(chan *client),
		say:     make(chan rcpool.Ref[Message]),
		members: make(map[*client]bool),
	}
}

func (h *hub) run() {
	for {
		select {
		case c := <-h.join:
			h.members[c] = true
		case c := <-h.leave:
			h.part(c)
		case ref, ok := <-h.say:
			if !ok {
				for c := range h.members {
					h.part(c)
				}
				return
			}
			h.broadcast(ref)
		}
	}
}

func (h *hub) part(c *client) {
	if h.members[c] {
		delete(h.members, c)
		close(c.send)
	}
}

func (h *hub) broadcast(ref rcpool.Ref[Message]) {
	defer ref.Release()
	for c := range h.members {
		copyFor := ref.Retain()
		select {
		case c.send <- copyFor:
		default: // too slow: it misses this one and has to come back
			copyFor.Release()
			h.part(c)
		}
	}
}

func post(h *hub, from, text string) {
	ref := messages.Get()
	m := ref.Value()
	m.From = from
	m.Text = append(m.Text, text...)
	h.say <- ref
}

func main() {
	h := newHub()
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		h.run()
	}()
	var writers sync.WaitGroup
	var clients []*client
	for i := range 5 {
		c := &client{name: fmt.Sprint("user", i), send: make(chan rcpool.Ref[Message], 1+i*20)}
		clients = append(clients, c)
		writers.Add(1)
		h.join <- c
		go c.write(&writers)
	}
	for i := range 50 {
		post(h, fmt.Sprint("user", i%5), "hello there")
		if i == 30 {
			h.leave <- clients[4]
		}
	}
	close(h.say)
	<-finished
	writers.Wait()
	fmt.Println(clients[4].got.Load() > 0, messages.Stats().InUse)
}
