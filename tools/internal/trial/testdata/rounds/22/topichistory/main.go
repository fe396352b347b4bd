// truth: correct

// Command topichistory replays the latest messages of a topic to late subscribers.
package main

import (
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type message struct {
	seq  uint64
	body []byte
}

func (m *message) Reset() { m.seq, m.body = 0, m.body[:0] }

var messages = rcpool.Pool[message]{
	Name: "messages",
	Keep: func(m *message) bool { return cap(m.body) <= 4096 },
}

const depth = 4

type topic struct {
	mu     sync.Mutex
	ring   [depth]rcpool.Ref[message]
	next   uint64
	subs   map[string]chan rcpool.Ref[message]
	closed bool
}

// publish takes m over.
func (t *topic) publish(m rcpool.Ref[message]) error {
	defer rcpool.Drop(&m)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return fmt.Errorf("topic closed")
	}
	m.Value().seq = t.next
	for name, ch := range t.subs {
		copied := m.Retain()
		select {
		case ch <- copied:
		default:
			copied.Release()
			close(ch)
			delete(t.subs, name)
		}
	}
	slot := &t.ring[t.next%depth]
	rcpool.Drop(slot)
	*slot = rcpool.Move(&m)
	t.next++
	return nil
}

// subscribe replays the history first.
func (t *topic) subscribe(name string, size int) <-chan rcpool.Ref[message] {
	t.mu.Lock()
	defer t.mu.Unlock()
	ch := make(chan rcpool.Ref[message], depth+size)
	if t.closed {
		close(ch)
		return ch
	}
	for i := range uint64(depth) {
		if r := t.ring[(t.next+i)%depth]; !r.IsZero() {
			ch <- r.Retain()
		}
	}
	if old, ok := t.subs[name]; ok {
		close(old)
	}
	t.subs[name] = ch
	return ch
}

func (t *topic) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	for i := range t.ring {
		rcpool.Drop(&t.ring[i])
	}
	for name, ch := range t.subs {
		close(ch)
		delete(t.subs, name)
	}
}

func newMessage(text string) rcpool.Ref[message] {
	m := messages.Get()
	m.Value().body = append(m.Value().body, text...)
	return m
}

func consume(ch <-chan rcpool.Ref[message]) string {
	var sb strings.Builder
	for m := range ch {
		fmt.Fprintf(&sb, "%d=%s ", m.Value().seq, m.Value().body)
		m.Release()
	}
	return sb.String()
}

func main() {
	t := &topic{subs: map[string]chan rcpool.Ref[message]{}}
	var wg sync.WaitGroup
	early := t.subscribe("early", 16)
	slow := t.subscribe("slow", 0)
	for i := range 7 {
		if err := t.publish(newMessage(fmt.Sprint("m", i))); err != nil {
			fmt.Println(err)
		}
	}
	late := t.subscribe("late", 2)
	for name, ch := range map[string]<-chan rcpool.Ref[message]{"early": early, "slow": slow, "late": late} {
		wg.Go(func() { fmt.Println(name, consume(ch)) })
	}
	t.close()
	fmt.Println(t.publish(newMessage("too late")))
	wg.Wait()
}
