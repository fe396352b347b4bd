// truth: correct
package main

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type Line struct {
	From string
	Text []byte
}

func (l *Line) Reset() { *l = Line{Text: l.Text[:0]} }

var lines = rcpool.Pool[Line]{Name: "hub.lines"}

// client has a queue of work. Each function in it is called once.
type client struct {
	name string
	work chan func()
	got  atomic.Int64
	quit chan struct{}
}

func dial(name string, depth int) *client {
	c := &client{name: name, work: make(chan func(), depth), quit: make(chan struct{})}
	go func() {
		defer close(c.quit)
		for f := range c.work {
			f()
		}
	}()
	return c
}

func (c *client) write(l *Line) { c.got.Add(int64(len(l.Text))) }

type hub struct {
	mu      sync.Mutex
	clients map[string]*client
	history [4]rcpool.Ref[Line]
	next    int
}

// post sends a line to all clients and remembers it.
func (h *hub) post(from, text string) {
	line := lines.Get()
	defer line.Release()
	l := line.Value()
	l.From = from
	l.Text = append(l.Text, text...)

	h.mu.Lock()
	defer h.mu.Unlock()
	for name, c := range h.clients {
		if name != from {
			c.work <- line.Hold(c.write)
		}
	}
	slot := &h.history[h.next%len(h.history)]
	rcpool.Drop(slot)
	*slot = line.Retain()
	h.next++
}

// join adds a client and plays the last lines to it.
func (h *hub) join(c *client) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.clients[c.name] = c
	for i := range h.history {
		if line := h.history[(h.next+i)%len(h.history)]; !line.IsZero() {
			c.work <- line.Hold(c.write)
		}
	}
}

func (h *hub) leave(name string) {
	h.mu.Lock()
	c := h.clients[name]
	delete(h.clients, name)
	h.mu.Unlock()
	if c != nil {
		close(c.work) // what is queued is still written
		<-c.quit
	}
}

func (h *hub) close() {
	for _, name := range h.names() {
		h.leave(name)
	}
	for i := range h.history {
		rcpool.Drop(&h.history[i])
	}
}

func (h *hub) names() (names []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for name := range h.clients {
		names = append(names, name)
	}
	return names
}

func main() {
	h := &hub{clients: map[string]*client{}}
	ann, bob, cy := dial("ann", 8), dial("bob", 2), dial("cy", 4)
	h.join(ann)
	h.join(bob)
	for i := range 6 {
		h.post("ann", fmt.Sprintf("line %d", i))
	}
	h.join(cy)
	h.leave("bob")
	h.leave("bob")
	h.post("bob", "bye")
	h.close()
	fmt.Println(ann.got.Load(), bob.got.Load(), cy.got.Load())
}
