// truth: correct
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// message is counted by hand: the last unref puts it back.
type message struct {
	refs  atomic.Int32
	topic string
	body  []byte
}

var messages sync.Pool

func newMessage(topic string, body []byte) *message {
	m, ok := messages.Get().(*message)
	if !ok {
		m = new(message)
	}
	m.refs.Store(1)
	m.topic = topic
	m.body = append(m.body[:0], body...)
	return m
}

func (m *message) ref() *message {
	if m.refs.Add(1) <= 1 {
		panic("ref of a dead message")
	}
	return m
}

func (m *message) unref() {
	switch n := m.refs.Add(-1); {
	case n < 0:
		panic("unref of a dead message")
	case n == 0:
		m.topic = ""
		m.body = m.body[:0]
		messages.Put(m)
	}
}

type consumer struct {
	in    chan *message
	bytes int
}

func (c *consumer) run() {
	for m := range c.in {
		c.bytes += len(m.body)
		m.unref()
	}
}

type broker struct {
	topics map[string][]*consumer
	kept   map[string]*message
}

// publish takes m over.
func (b *broker) publish(m *message) {
	defer m.unref()
	for _, c := range b.topics[m.topic] {
		c.in <- m.ref()
	}
	if old := b.kept[m.topic]; old != nil {
		old.unref()
	}
	b.kept[m.topic] = m.ref()
}

func (b *broker) close() {
	for topic, m := range b.kept {
		delete(b.kept, topic)
		m.unref()
	}
}

func main() {
	a, c := &consumer{in: make(chan *message, 3)}, &consumer{in: make(chan *message)}
	b := &broker{
		topics: map[string][]*consumer{"x": {a, c}, "y": {c}},
		kept:   map[string]*message{},
	}
	var wg sync.WaitGroup
	wg.Go(a.run)
	wg.Go(c.run)
	for i := range 100 {
		b.publish(newMessage([]string{"x", "y", "z"}[i%3], fmt.Appendf(nil, "payload %02d", i)))
	}
	last := string(b.kept["y"].body)
	b.close()
	close(a.in)
	close(c.in)
	wg.Wait()
	fmt.Println(a.bytes, c.bytes, last)
}
