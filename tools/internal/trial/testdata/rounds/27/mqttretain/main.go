// truth: correct

// Mqttretain is the retained-message store of a small MQTT broker. Publishing
// to a topic replaces its retained message and fans the message out to the
// sessions whose filter matches.
package main

import (
	"fmt"
	"sort"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type publish struct {
	topic   string
	payload []byte
	qos     byte
}

func (p *publish) Reset() {
	p.topic, p.qos = "", 0
	p.payload = p.payload[:0]
}

var publishes = rcpool.Pool[publish]{Name: "publish"}

type session struct {
	id     string
	filter string
	inbox  chan rcpool.Ref[publish]
	seen   []string
}

func (s *session) run(done *sync.WaitGroup) {
	defer done.Done()
	for msg := range s.inbox {
		p := msg.Value()
		s.seen = append(s.seen, fmt.Sprintf("%s=%s", p.topic, p.payload))
		msg.Release()
	}
}

type broker struct {
	mu       sync.Mutex
	retained map[string]rcpool.Ref[publish]
	sessions []*session
	running  sync.WaitGroup
	dropped  int
}

func matches(filter, topic string) bool {
	if prefix, ok := strings.CutSuffix(filter, "#"); ok {
		return strings.HasPrefix(topic, prefix)
	}
	return filter == topic
}

// subscribe starts a session and replays what is retained for its filter.
func (b *broker) subscribe(id, filter string) *session {
	s := &session{id: id, filter: filter, inbox: make(chan rcpool.Ref[publish], 16)}
	b.mu.Lock()
	defer b.mu.Unlock()
	topics := make([]string, 0, len(b.retained))
	for topic := range b.retained {
		if matches(filter, topic) {
			topics = append(topics, topic)
		}
	}
	sort.Strings(topics)
	for _, topic := range topics {
		b.offer(s, b.retained[topic].Retain())
	}
	b.sessions = append(b.sessions, s)
	b.running.Add(1)
	go s.run(&b.running)
	return s
}

// offer hands the message to the session, or gives it up if the inbox is full.
func (b *broker) offer(s *session, msg rcpool.Ref[publish]) {
	select {
	case s.inbox <- msg:
	default:
		b.dropped++
		msg.Release()
	}
}

// publish takes the message over. An empty payload clears the topic.
func (b *broker) publish(msg rcpool.Ref[publish], retain bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	defer rcpool.Drop(&msg)
	p := msg.Value()
	for _, s := range b.sessions {
		if matches(s.filter, p.topic) {
			b.offer(s, msg.Retain())
		}
	}
	if !retain {
		return
	}
	topic := p.topic
	if old, ok := b.retained[topic]; ok {
		old.Release()
		delete(b.retained, topic)
	}
	if len(p.payload) > 0 {
		b.retained[topic] = rcpool.Move(&msg)
	}
}

func (b *broker) close() {
	b.mu.Lock()
	for _, s := range b.sessions {
		close(s.inbox)
	}
	b.sessions = nil
	for topic, msg := range b.retained {
		msg.Release()
		delete(b.retained, topic)
	}
	b.mu.Unlock()
	b.running.Wait()
}

func message(topic, payload string) rcpool.Ref[publish] {
	msg := publishes.Get()
	p := msg.Value()
	p.topic, p.qos = topic, 1
	p.payload = append(p.payload, payload...)
	return msg
}

func main() {
	b := &broker{retained: map[string]rcpool.Ref[publish]{}}
	b.publish(message("plant/1/temp", "19"), true)
	b.publish(message("plant/1/temp", "21"), true)
	b.publish(message("plant/2/temp", "17"), true)
	all := b.subscribe("dash", "plant/#")
	one := b.subscribe("ctl", "plant/1/temp")
	b.publish(message("plant/1/temp", "22"), true)
	b.publish(message("plant/2/temp", ""), true)
	b.publish(message("plant/1/fan", "on"), false)
	b.close()
	fmt.Println(all.seen, one.seen, b.dropped)
}
