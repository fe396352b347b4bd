// truth: correct

// Command topicring delivers topic messages to subscribers that may lag.
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool/stdpool"
)

var errGone = errors.New("unsubscribed")

// mailbox is a ring that drops its oldest message when it is full.
type mailbox struct {
	mu     sync.Mutex
	ready  sync.Cond
	slots  []stdpool.ByteRef
	head   int
	n      int
	missed int
	gone   bool
}

func newMailbox(size int) *mailbox {
	m := &mailbox{slots: make([]stdpool.ByteRef, size)}
	m.ready.L = &m.mu
	return m
}

// put takes msg over.
func (m *mailbox) put(msg stdpool.ByteRef) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.gone {
		msg.Release()
		return
	}
	if m.n == len(m.slots) {
		m.slots[m.head].Drop()
		m.head = (m.head + 1) % len(m.slots)
		m.n--
		m.missed++
	}
	m.slots[(m.head+m.n)%len(m.slots)] = msg
	m.n++
	m.ready.Signal()
}

// take waits for a message, which the caller owns.
func (m *mailbox) take() (stdpool.ByteRef, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for m.n == 0 {
		if m.gone {
			return stdpool.ByteRef{}, errGone
		}
		m.ready.Wait()
	}
	msg := m.slots[m.head].Move()
	m.head = (m.head + 1) % len(m.slots)
	m.n--
	return msg, nil
}

func (m *mailbox) close(discard bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.gone = true
	if discard {
		for i := range m.slots {
			m.slots[i].Drop()
		}
		m.n = 0
	}
	m.ready.Broadcast()
}

type broker struct {
	mu     sync.RWMutex
	topics map[string][]*mailbox
}

func (b *broker) subscribe(topic string, m *mailbox) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.topics == nil {
		b.topics = make(map[string][]*mailbox)
	}
	b.topics[topic] = append(b.topics[topic], m)
}

func (b *broker) publish(topic string, parts ...string) int {
	msg := stdpool.Bytes(0)
	defer msg.Release()
	msg.WriteString(topic)
	msg.WriteString(": ")
	for _, p := range parts {
		msg.WriteString(p)
	}
	b.mu.RLock()
	defer b.mu.RUnlock()
	for _, m := range b.topics[topic] {
		m.put(msg.Retain())
	}
	return len(b.topics[topic])
}

func main() {
	var b broker
	fast, slow, dead := newMailbox(64), newMailbox(2), newMailbox(4)
	for _, m := range []*mailbox{fast, slow, dead} {
		b.subscribe("bids", m)
	}
	dead.close(true)
	var got strings.Builder
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			msg, err := fast.take()
			if err != nil {
				return
			}
			got.Write(msg.Value()[6:])
			msg.Release()
		}
	})
	for i := range 10 {
		b.publish("bids", "#", fmt.Sprint(i))
	}
	b.publish("nobody", "x")
	fast.close(false)
	wg.Wait()
	slow.close(true)
	fmt.Println(got.String(), slow.missed)
	check()
}
