// truth: correct
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool/stdpool"
)

type subscription struct {
	ch      chan stdpool.ByteRef
	dropped int
}

type broker struct {
	mu     sync.Mutex
	topics map[string][]*subscription
	last   map[string]stdpool.ByteRef
}

func newBroker() *broker {
	return &broker{topics: map[string][]*subscription{}, last: map[string]stdpool.ByteRef{}}
}

// subscribe delivers the retained message of the topic first, if there is one.
func (b *broker) subscribe(topic string, depth int) *subscription {
	s := &subscription{ch: make(chan stdpool.ByteRef, depth)}
	b.mu.Lock()
	defer b.mu.Unlock()
	if m, ok := b.last[topic]; ok {
		s.offer(m.Retain())
	}
	b.topics[topic] = append(b.topics[topic], s)
	return s
}

// offer takes over m and drops the oldest message if the subscriber is slow.
func (s *subscription) offer(m stdpool.ByteRef) {
	for {
		select {
		case s.ch <- m:
			return
		default:
		}
		select {
		case old := <-s.ch:
			old.Release()
			s.dropped++
		default:
		}
	}
}

func (b *broker) publish(topic string, payload string, keep bool) {
	m := stdpool.Bytes(0)
	defer m.Drop()
	m.WriteString(payload)
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range b.topics[topic] {
		s.offer(m.Retain())
	}
	if keep {
		if prev, ok := b.last[topic]; ok {
			prev.Release()
		}
		b.last[topic] = m.Move()
	}
}

func (b *broker) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for t, m := range b.last {
		m.Release()
		delete(b.last, t)
	}
	for t, subs := range b.topics {
		for _, s := range subs {
			close(s.ch)
		}
		delete(b.topics, t)
	}
}

func main() {
	b := newBroker()
	slow := b.subscribe("prices", 2)
	b.publish("prices", "EUR 1", true)
	b.publish("prices", "EUR 2", true)
	fast := b.subscribe("prices", 16)
	var wg sync.WaitGroup
	wg.Go(func() {
		n := 0
		for m := range fast.ch {
			n += m.Len()
			m.Release()
		}
		fmt.Println("fast", n)
	})
	for i := range 5 {
		b.publish("prices", fmt.Sprint("EUR ", i+3), i%2 == 0)
	}
	b.publish("nobody", "hello", false)
	b.close()
	wg.Wait()
	for m := range slow.ch {
		fmt.Printf("slow %s\n", m.Value())
		m.Release()
	}
	fmt.Println("dropped", slow.dropped)
}
