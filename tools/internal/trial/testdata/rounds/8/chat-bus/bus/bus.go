// Package bus delivers messages to subscribers.
package bus

import (
	"sync"

	"github.com/rcpool/rcpool"
)

// A Message is what a user wrote.
type Message struct {
	Room, From, Text string
}

// Messages is the pool of all messages.
var Messages = rcpool.Pool[Message]{Name: "messages"}

// A Subscriber receives messages. Deliver owns m.
type Subscriber interface {
	Deliver(m rcpool.Ref[Message])
}

// A Bus delivers a message to all subscribers of its room.
type Bus struct {
	mu   sync.RWMutex
	subs map[string][]Subscriber
}

// Subscribe adds s to a room.
func (b *Bus) Subscribe(room string, s Subscriber) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.subs == nil {
		b.subs = make(map[string][]Subscriber)
	}
	b.subs[room] = append(b.subs[room], s)
}

// Publish takes m over. The last subscriber gets the caller's reference, so a
// room with one subscriber costs no Retain.
func (b *Bus) Publish(m rcpool.Ref[Message]) int {
	b.mu.RLock()
	subs := b.subs[m.Value().Room]
	b.mu.RUnlock()
	if len(subs) == 0 {
		m.Release()
		return 0
	}
	last := len(subs) - 1
	for _, s := range subs[:last] {
		s.Deliver(m.Retain())
	}
	subs[last].Deliver(m)
	return len(subs)
}
