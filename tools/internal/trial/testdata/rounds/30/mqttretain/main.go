// truth: correct

// Command mqttretain is the routing core of a small MQTT broker: it keeps the
// last retained message of each topic and fans publications out to sessions.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type message struct {
	topic   string
	payload []byte
	qos     byte
}

func (m *message) Reset() {
	m.topic, m.qos = "", 0
	m.payload = m.payload[:0]
}

var messages = rcpool.Pool[message]{
	Name: "mqtt.messages",
	Keep: func(m *message) bool { return cap(m.payload) <= 16<<10 },
}

func newMessage(topic, payload string, qos byte) rcpool.Ref[message] {
	ref := messages.Get()
	m := ref.Value()
	m.topic, m.qos = topic, qos
	m.payload = append(m.payload, payload...)
	return ref
}

type session struct {
	id    string
	inbox chan rcpool.Ref[message] // owns what is queued
}

// offer takes msg over.
func (s *session) offer(msg rcpool.Ref[message]) bool {
	select {
	case s.inbox <- msg:
		return true
	default:
		msg.Release()
		return false
	}
}

type broker struct {
	mu       sync.Mutex
	retained map[string]rcpool.Ref[message]
	subs     map[string]map[*session]bool
}

// publish takes msg over and returns how many sessions got it.
func (b *broker) publish(msg rcpool.Ref[message], retain bool) (delivered int) {
	defer msg.Release()
	b.mu.Lock()
	defer b.mu.Unlock()
	m := msg.Value()
	if retain {
		if old, ok := b.retained[m.topic]; ok {
			delete(b.retained, m.topic)
			old.Release()
		}
		if len(m.payload) > 0 {
			b.retained[m.topic] = msg.Retain()
		}
	}
	for s := range b.subs[m.topic] {
		if s.offer(msg.Retain()) {
			delivered++
		}
	}
	return delivered
}

func (b *broker) subscribe(id string, topics ...string) *session {
	s := &session{id: id, inbox: make(chan rcpool.Ref[message], 4)}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, topic := range topics {
		if b.subs[topic] == nil {
			b.subs[topic] = map[*session]bool{}
		}
		b.subs[topic][s] = true
		if last, ok := b.retained[topic]; ok {
			s.offer(last.Retain())
		}
	}
	return s
}

func (b *broker) disconnect(s *session) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, set := range b.subs {
		delete(set, s)
	}
	close(s.inbox)
}

func (b *broker) shutdown() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for topic, msg := range b.retained {
		msg.Release()
		delete(b.retained, topic)
	}
}

func main() {
	b := &broker{retained: map[string]rcpool.Ref[message]{}, subs: map[string]map[*session]bool{}}
	defer b.shutdown()
	b.publish(newMessage("home/temp", "20.5", 1), true)
	s := b.subscribe("panel", "home/temp", "home/door")
	var reader sync.WaitGroup
	reader.Go(func() {
		for msg := range s.inbox {
			m := msg.Value()
			fmt.Printf("%s: %s=%s qos %d\n", s.id, m.topic, m.payload, m.qos)
			msg.Release()
		}
	})
	b.publish(newMessage("home/temp", "21.0", 0), true)
	b.publish(newMessage("home/door", "open", 2), false)
	b.publish(newMessage("home/temp", "", 0), true)
	b.disconnect(s)
	reader.Wait()
}
