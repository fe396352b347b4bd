// truth: correct

// Command mqttbroker is the in-process broker of the sensor gateway: publishers
// hand messages over, subscribers with slow consumers lose their oldest ones.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type Message struct {
	Topic   string
	Payload []byte
	QoS     byte
}

func (m *Message) Reset() {
	m.Topic, m.QoS = "", 0
	m.Payload = m.Payload[:0]
}

var messages = rcpool.Pool[Message]{
	Name: "mqtt.messages",
	Keep: func(m *Message) bool { return cap(m.Payload) <= 64<<10 },
}

func newMessage(topic string, qos byte, payload string) rcpool.Ref[Message] {
	ref := messages.Get()
	m := ref.Value()
	m.Topic, m.QoS = topic, qos
	m.Payload = append(m.Payload, payload...)
	return ref
}

type subscriber struct {
	name    string
	queue   chan rcpool.Ref[Message]
	dropped atomic.Int64
}

// offer takes msg over. If the queue is full, the oldest message makes room.
func (s *subscriber) offer(msg rcpool.Ref[Message]) {
	for {
		select {
		case s.queue <- msg:
			return
		default:
		}
		select {
		case old := <-s.queue:
			old.Release()
			s.dropped.Add(1)
		default: // the consumer was quicker
		}
	}
}

func (s *subscriber) consume(deliver func(client string, m *Message)) {
	for msg := range s.queue {
		deliver(s.name, msg.Value())
		msg.Release()
	}
}

type Broker struct {
	deliver func(client string, m *Message)

	mu     sync.RWMutex
	subs   map[string][]*subscriber
	closed bool
	wg     sync.WaitGroup
}

func NewBroker(deliver func(string, *Message)) *Broker {
	return &Broker{deliver: deliver, subs: make(map[string][]*subscriber)}
}

func (b *Broker) Subscribe(name, topic string, depth int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return false
	}
	s := &subscriber{name: name, queue: make(chan rcpool.Ref[Message], depth)}
	b.subs[topic] = append(b.subs[topic], s)
	b.wg.Go(func() { s.consume(b.deliver) })
	return true
}

// Publish takes msg over and returns how many subscribers it was offered to.
func (b *Broker) Publish(msg rcpool.Ref[Message]) (n int) {
	defer msg.Release()
	b.mu.RLock()
	defer b.mu.RUnlock()
	if b.closed {
		return 0
	}
	for _, s := range b.subs[msg.Value().Topic] {
		s.offer(msg.Retain())
		n++
	}
	return n
}

// Close stops the subscribers after they have seen what is queued.
func (b *Broker) Close() {
	b.mu.Lock()
	if !b.closed {
		b.closed = true
		for _, subs := range b.subs {
			for _, s := range subs {
				close(s.queue)
			}
		}
	}
	b.mu.Unlock()
	b.wg.Wait()
}

func main() {
	var seen atomic.Int64
	b := NewBroker(func(client string, m *Message) { seen.Add(int64(len(m.Payload))) })
	b.Subscribe("dashboard", "plant/1/temp", 8)
	b.Subscribe("archiver", "plant/1/temp", 2)
	b.Subscribe("alarms", "plant/1/smoke", 1)
	offered := 0
	for i := range 50 {
		offered += b.Publish(newMessage("plant/1/temp", 0, fmt.Sprintf("%d.5", 20+i%7)))
	}
	offered += b.Publish(newMessage("plant/2/temp", 1, "nobody listens"))
	offered += b.Publish(newMessage("plant/1/smoke", 2, "none"))
	b.Close()
	late := b.Publish(newMessage("plant/1/smoke", 2, "too late"))
	fmt.Println(offered, late, seen.Load() > 0)
}
