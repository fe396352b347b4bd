// truth: correct

// Command mqttbroker keeps retained messages per topic and fans publishes out.
package main

import (
	"fmt"
	"sort"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type Message struct {
	Topic   string
	Payload []byte
	QoS     byte
}

func (m *Message) Reset() {
	m.Topic = ""
	m.Payload = m.Payload[:0]
	m.QoS = 0
}

var messages = rcpool.Pool[Message]{Name: "messages"}

type session struct {
	id     string
	filter string
	inbox  chan rcpool.Ref[Message]
	done   chan struct{}
	seen   []string
}

func (s *session) run() {
	defer close(s.done)
	for msg := range s.inbox {
		s.seen = append(s.seen, msg.Value().Topic+"="+string(msg.Value().Payload))
		msg.Release()
	}
}

type Broker struct {
	mu       sync.Mutex
	closed   bool
	retained map[string]rcpool.Ref[Message]
	sessions map[string]*session
}

func NewBroker() *Broker {
	return &Broker{
		retained: make(map[string]rcpool.Ref[Message]),
		sessions: make(map[string]*session),
	}
}

func matches(filter, topic string) bool {
	if prefix, ok := strings.CutSuffix(filter, "#"); ok {
		return strings.HasPrefix(topic, prefix)
	}
	return filter == topic
}

// deliver offers a reference of its own to the session and drops QoS 0
// messages if the inbox is full.
func (s *session) deliver(msg *rcpool.Ref[Message]) {
	ref := msg.Retain()
	select {
	case s.inbox <- ref:
	default:
		ref.Release()
	}
}

func (b *Broker) Subscribe(id, filter string) *session {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := &session{id: id, filter: filter, inbox: make(chan rcpool.Ref[Message], 16), done: make(chan struct{})}
	go s.run()
	if b.closed {
		close(s.inbox)
		return s
	}
	if old, ok := b.sessions[id]; ok {
		close(old.inbox)
	}
	b.sessions[id] = s
	topics := make([]string, 0, len(b.retained))
	for topic := range b.retained {
		if matches(filter, topic) {
			topics = append(topics, topic)
		}
	}
	sort.Strings(topics)
	for _, topic := range topics {
		msg := b.retained[topic]
		s.deliver(&msg)
	}
	return s
}

func (b *Broker) Publish(topic, payload string, retain bool) error {
	msg := messages.Get()
	defer rcpool.Drop(&msg)
	m := msg.Value()
	m.Topic = topic
	m.Payload = append(m.Payload, payload...)

	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return fmt.Errorf("publish %s: broker closed", topic)
	}
	for _, s := range b.sessions {
		if matches(s.filter, topic) {
			s.deliver(&msg)
		}
	}
	if !retain {
		return nil
	}
	if old, ok := b.retained[topic]; ok {
		old.Release()
		delete(b.retained, topic)
	}
	if payload != "" {
		b.retained[topic] = rcpool.Move(&msg)
	}
	return nil
}

func (b *Broker) Close() {
	b.mu.Lock()
	b.closed = true
	sessions := b.sessions
	b.sessions = nil
	for topic, msg := range b.retained {
		msg.Release()
		delete(b.retained, topic)
	}
	b.mu.Unlock()
	for _, s := range sessions {
		close(s.inbox)
		<-s.done
	}
}

func main() {
	b := NewBroker()
	_ = b.Publish("home/temp", "20", true)
	_ = b.Publish("home/temp", "21", true)
	_ = b.Publish("home/door", "open", true)
	_ = b.Publish("home/door", "", true)
	s := b.Subscribe("panel", "home/#")
	_ = b.Publish("home/light", "on", false)
	_ = b.Publish("garden/water", "on", false)
	b.Close()
	fmt.Println(s.id, s.seen, b.Publish("x", "y", true))
}
