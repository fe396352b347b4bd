// truth: correct
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

var messages = rcpool.Pool[Message]{Name: "chat"}

type client struct {
	name    string
	send    chan rcpool.Ref[Message]
	read    int
	dropped atomic.Int64
	done    chan struct{}
}

func newClient(name string, backlog int, work bool) *client {
	c := &client{name: name, send: make(chan rcpool.Ref[Message], backlog), done: make(chan struct{})}
	if work {
		go c.loop()
	}
	return c
}

func (c *client) loop() {
	defer close(c.done)
	for message := range c.send {
		c.read += len(message.Value().Text)
		message.Release()
	}
}

// A Hub sends each message to all clients.
type Hub struct {
	mu      sync.RWMutex
	clients map[*client]bool
}

func (h *Hub) join(c *client) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.clients[c] = true
}

// broadcast takes over the message. Clients that are too slow miss it.
func (h *Hub) broadcast(message rcpool.Ref[Message]) {
	defer message.Release()
	h.mu.RLock()
	defer h.mu.RUnlock()
	for c := range h.clients {
		own := message.Retain()
		select {
		case c.send <- own:
		default:
			own.Release()
			c.dropped.Add(1)
		}
	}
}

func (h *Hub) leave(c *client) {
	h.mu.Lock()
	delete(h.clients, c)
	h.mu.Unlock()
	close(c.send)
	for message := range c.send {
		message.Release()
	}
}

func say(h *Hub, from, text string) {
	message := messages.Get()
	m := message.Value()
	m.From = from
	m.Text = append(m.Text, text...)
	h.broadcast(message)
}

func main() {
	h := &Hub{clients: map[*client]bool{}}
	quick, stuck := newClient("quick", 64, true), newClient("stuck", 2, false)
	h.join(quick)
	h.join(stuck)
	var wg sync.WaitGroup
	for _, name := range []string{"ann", "bob", "cid"} {
		wg.Go(func() {
			for i := range 10 {
				say(h, name, fmt.Sprint("hello ", i))
			}
		})
	}
	wg.Wait()
	h.leave(stuck)
	h.leave(quick)
	<-quick.done
	fmt.Println(stuck.dropped.Load(), quick.dropped.Load(), quick.read > 0, messages.Stats().InUse)
}
