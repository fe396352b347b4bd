// truth: correct
package main

import (
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type message struct {
	topic   string
	payload []byte
	retain  bool
}

func (m *message) Reset() { *m = message{payload: m.payload[:0]} }

var messages = rcpool.Pool[message]{Name: "messages"}

type session struct {
	filter string
	inbox  chan rcpool.Ref[message]
}

func (s *session) matches(topic string) bool {
	prefix, wild := strings.CutSuffix(s.filter, "#")
	return s.filter == topic || wild && strings.HasPrefix(topic, prefix)
}

// offer takes m over.
func (s *session) offer(m rcpool.Ref[message]) {
	for {
		select {
		case s.inbox <- m:
			return
		default:
		}
		select {
		case oldest := <-s.inbox: // make room
			oldest.Release()
		default:
		}
	}
}

type broker struct {
	mu       sync.Mutex
	sessions map[string]*session
	retained map[string]rcpool.Ref[message]
}

func (b *broker) publish(topic, payload string, retain bool) {
	m := messages.Get()
	defer m.Release()
	v := m.Value()
	v.topic, v.payload, v.retain = topic, append(v.payload, payload...), retain
	b.mu.Lock()
	defer b.mu.Unlock()
	if v.retain {
		old := b.retained[topic]
		delete(b.retained, topic)
		if len(v.payload) > 0 { // an empty payload clears the topic
			b.retained[topic] = m.Retain()
		}
		rcpool.Drop(&old)
	}
	for _, s := range b.sessions {
		if s.matches(topic) {
			s.offer(m.Retain())
		}
	}
}

func (b *broker) subscribe(client, filter string) *session {
	s := &session{filter, make(chan rcpool.Ref[message], 2)}
	b.mu.Lock()
	defer b.mu.Unlock()
	if old := b.sessions[client]; old != nil {
		old.drain()
	}
	b.sessions[client] = s
	for topic, m := range b.retained {
		if s.matches(topic) {
			s.offer(m.Retain())
		}
	}
	return s
}

// drain ends a session that nobody offers to any more.
func (s *session) drain() (n int) {
	close(s.inbox)
	for m := range s.inbox {
		m.Release()
		n++
	}
	return n
}

func (b *broker) shutdown() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for name, s := range b.sessions {
		delete(b.sessions, name)
		s.drain()
	}
	for topic, m := range b.retained {
		delete(b.retained, topic)
		m.Release()
	}
}

func main() {
	b := &broker{sessions: map[string]*session{}, retained: map[string]rcpool.Ref[message]{}}
	b.publish("home/door", "open", true)
	b.publish("home/lamp", "on", true)
	s := b.subscribe("phone", "home/#")
	b.publish("home/door", "closed", true)
	b.publish("home/lamp", "", true)
	m := <-s.inbox
	fmt.Println(m.Value().topic, len(m.Value().payload))
	m.Release()
	b.subscribe("phone", "home/door")
	b.shutdown()
}
