// truth: correct

// Command mqttbroker routes published messages to the sessions of subscribers.
// A slow session loses its oldest messages.
package main

import (
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type Publish struct {
	Topic   string
	Payload []byte
	QoS     byte
}

func (p *Publish) Reset() {
	p.Topic, p.QoS = "", 0
	p.Payload = p.Payload[:0]
}

var publishes = rcpool.Pool[Publish]{
	Name: "mqtt.publishes",
	Keep: func(p *Publish) bool { return cap(p.Payload) <= 32<<10 },
}

type session struct {
	id      string
	limit   int
	mu      sync.Mutex
	ready   sync.Cond
	queue   []rcpool.Ref[Publish]
	dropped int
	closed  bool
}

func newSession(id string, limit int) *session {
	s := &session{id: id, limit: limit}
	s.ready.L = &s.mu
	return s
}

// enqueue takes over m. The oldest message makes room if the queue is full.
func (s *session) enqueue(m rcpool.Ref[Publish]) {
	var victim rcpool.Ref[Publish]
	s.mu.Lock()
	switch {
	case s.closed:
		victim = m
	case len(s.queue) == s.limit:
		victim = s.queue[0]
		copy(s.queue, s.queue[1:])
		s.queue[s.limit-1] = m
		s.dropped++
	default:
		s.queue = append(s.queue, m)
	}
	s.ready.Signal()
	s.mu.Unlock()
	rcpool.Drop(&victim)
}

// dequeue returns the next message, which the caller owns, or false if the
// session is closed and empty.
func (s *session) dequeue() (rcpool.Ref[Publish], bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.queue) == 0 {
		if s.closed {
			return rcpool.Ref[Publish]{}, false
		}
		s.ready.Wait()
	}
	m := s.queue[0]
	s.queue = s.queue[1:]
	return m, true
}

func (s *session) close() {
	s.mu.Lock()
	s.closed = true
	s.ready.Broadcast()
	s.mu.Unlock()
}

func (s *session) deliver(wg *sync.WaitGroup, out func(string)) {
	defer wg.Done()
	for {
		m, ok := s.dequeue()
		if !ok {
			return
		}
		v := m.Value()
		out(fmt.Sprintf("%s <- %s %q qos=%d", s.id, v.Topic, v.Payload, v.QoS))
		m.Release()
	}
}

type broker struct {
	mu   sync.RWMutex
	subs map[string][]*session
}

func (b *broker) subscribe(filter string, s *session) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.subs[filter] = append(b.subs[filter], s)
}

func matches(filter, topic string) bool {
	if prefix, ok := strings.CutSuffix(filter, "#"); ok {
		return strings.HasPrefix(topic, prefix)
	}
	return filter == topic
}

// publish takes over m and returns the number of sessions that get it.
func (b *broker) publish(m rcpool.Ref[Publish]) int {
	defer m.Release()
	topic := m.Value().Topic
	n := 0
	b.mu.RLock()
	defer b.mu.RUnlock()
	for filter, sessions := range b.subs {
		if !matches(filter, topic) {
			continue
		}
		for _, s := range sessions {
			s.enqueue(m.Retain())
			n++
		}
	}
	return n
}

func main() {
	b := &broker{subs: map[string][]*session{}}
	lamp, audit := newSession("lamp", 2), newSession("audit", 64)
	b.subscribe("home/lamp", lamp)
	b.subscribe("home/#", audit)
	for i := range 5 {
		m := publishes.Get()
		v := m.Value()
		v.Topic, v.QoS = "home/lamp", byte(i%2)
		v.Payload = fmt.Appendf(v.Payload, "level=%d", i)
		if n := b.publish(m); n != 2 {
			panic(n)
		}
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	lines := 0
	for _, s := range []*session{lamp, audit} {
		wg.Add(1)
		go s.deliver(&wg, func(string) { mu.Lock(); lines++; mu.Unlock() })
		s.close()
	}
	wg.Wait()
	late := publishes.Get()
	late.Value().Topic = "home/lamp"
	b.publish(late)
	fmt.Println(lines, "delivered,", lamp.dropped, "dropped")
}
