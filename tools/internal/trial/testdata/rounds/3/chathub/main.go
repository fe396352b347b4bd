// truth: correct

package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Message struct {
	Room string
	Text []byte
}

func (m *Message) Reset() { m.Room, m.Text = "", m.Text[:0] }

var messages = rcpool.Pool[Message]{
	Name: "messages",
	Keep: func(m *Message) bool { return cap(m.Text) <= 16<<10 },
}

type client struct {
	name  string
	queue chan rcpool.Ref[Message]
	bytes int
}

type hub struct {
	mu      sync.Mutex
	rooms   map[string]map[*client]struct{}
	writers sync.WaitGroup
}

func (h *hub) join(room, name string, backlog int) *client {
	c := &client{name: name, queue: make(chan rcpool.Ref[Message], backlog)}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.rooms[room] == nil {
		h.rooms[room] = make(map[*client]struct{})
	}
	h.rooms[room][c] = struct{}{}
	return c
}

// serve writes messages until the client is kicked.
func (h *hub) serve(c *client) {
	h.writers.Go(func() {
		for message := range c.queue {
			c.bytes += len(message.Value().Text)
			message.Release()
		}
	})
}

// broadcast takes the message over.
func (h *hub) broadcast(message rcpool.Ref[Message]) (slow []string) {
	defer message.Release()
	h.mu.Lock()
	defer h.mu.Unlock()
	members := h.rooms[message.Value().Room]
	for c := range members {
		mine := message.Retain()
		select {
		case c.queue <- mine:
			continue
		default:
		}
		mine.Release()
		slow = append(slow, c.name)
		delete(members, c)
		h.kick(c)
	}
	return slow
}

// kick drains the queue of a client whose writer is not there to do it.
func (h *hub) kick(c *client) {
	close(c.queue)
	for message := range c.queue {
		message.Release()
	}
}

func (h *hub) close() {
	h.mu.Lock()
	for _, members := range h.rooms {
		for c := range members {
			close(c.queue)
		}
	}
	h.mu.Unlock()
	h.writers.Wait()
}

func say(room, text string) rcpool.Ref[Message] {
	message := messages.Get()
	m := message.Value()
	m.Room = room
	m.Text = append(m.Text, text...)
	return message
}

func main() {
	h := &hub{rooms: make(map[string]map[*client]struct{})}
	ann := h.join("go", "ann", 16)
	h.serve(ann)
	h.join("go", "bob", 1)
	fmt.Println("slow:", h.broadcast(say("go", "hello")))
	fmt.Println("slow:", h.broadcast(say("go", "is anybody here?")))
	fmt.Println("slow:", h.broadcast(say("rust", "nobody")))
	h.close()
	fmt.Println(ann.name, ann.bytes)
}
