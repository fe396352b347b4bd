// truth: leak line 49,54 hard
package main

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
)

var liveMsgs atomic.Int64

type Msg struct {
	refs    atomic.Int32
	topic   string
	payload []byte
}

func NewMsg(topic string, payload string) *Msg {
	m := &Msg{topic: topic, payload: []byte(payload)}
	m.refs.Store(1)
	liveMsgs.Add(1)
	return m
}

func (m *Msg) IncRef() { m.refs.Add(1) }

func (m *Msg) DecRef() {
	if m.refs.Add(-1) == 0 {
		m.payload = nil
		liveMsgs.Add(-1)
	}
}

type broker struct {
	mu       sync.Mutex
	retained map[string]*Msg
	subs     map[string][]func(*Msg)
}

// publish delivers m. If retain is set it stays for later subscribers;
// an empty payload clears what the topic has.
func (b *broker) publish(m *Msg, retain bool) {
	defer m.DecRef()
	b.mu.Lock()
	defer b.mu.Unlock()
	if retain {
		if len(m.payload) == 0 {
			delete(b.retained, m.topic)
		} else {
			if old := b.retained[m.topic]; old != nil {
				old.DecRef()
			}
			m.IncRef()
			b.retained[m.topic] = m
		}
	}
	for _, f := range b.subs[m.topic] {
		f(m)
	}
}

func (b *broker) subscribe(topic string, f func(*Msg)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.subs[topic] = append(b.subs[topic], f)
	if m := b.retained[topic]; m != nil {
		f(m)
	}
}

func (b *broker) shutdown() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for topic, m := range b.retained {
		m.DecRef()
		delete(b.retained, topic)
	}
}

func main() {
	b := &broker{retained: map[string]*Msg{}, subs: map[string][]func(*Msg){}}
	b.publish(NewMsg("home/door", "open"), true)
	b.publish(NewMsg("home/lamp", "on"), true)
	show := func(m *Msg) { fmt.Println(strings.ToUpper(m.topic), string(m.payload)) }
	b.subscribe("home/door", show)
	b.publish(NewMsg("home/door", "closed"), true)
	b.publish(NewMsg("home/door", ""), true)
	b.publish(NewMsg("home/lamp", "dim"), false)
	b.shutdown()
	fmt.Println("live messages:", liveMsgs.Load())
}
