// truth: correct

package main

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type Message struct {
	Topic  string
	Offset int64
	Key    []byte
	Body   []byte
}

func (m *Message) Reset() {
	m.Topic = ""
	m.Offset = 0
	m.Key = m.Key[:0]
	m.Body = m.Body[:0]
}

var messages = rcpool.Pool[Message]{Name: "messages"}

type subscriber struct {
	name  string
	inbox chan rcpool.Ref[Message]
	bytes atomic.Int64
	done  sync.WaitGroup
}

func (s *subscriber) run() {
	defer s.done.Done()
	for msg := range s.inbox {
		s.bytes.Add(int64(len(msg.Value().Body)))
		msg.Release()
	}
}

type topic struct {
	mu      sync.Mutex
	name    string
	next    int64
	subs    map[string]*subscriber
	dropped int
}

func (t *topic) subscribe(name string, depth int) *subscriber {
	s := &subscriber{name: name, inbox: make(chan rcpool.Ref[Message], depth)}
	t.mu.Lock()
	t.subs[name] = s
	t.mu.Unlock()
	return s
}

func (t *topic) unsubscribe(name string) {
	t.mu.Lock()
	s, ok := t.subs[name]
	delete(t.subs, name)
	t.mu.Unlock()
	if !ok {
		return
	}
	close(s.inbox)
	for msg := range s.inbox {
		msg.Release()
	}
	s.done.Wait()
}

// publish takes the message over.
func (t *topic) publish(msg rcpool.Ref[Message]) int {
	defer msg.Release()
	t.mu.Lock()
	defer t.mu.Unlock()
	msg.Value().Topic, msg.Value().Offset = t.name, t.next
	t.next++
	delivered := 0
	for _, s := range t.subs {
		own := msg.Retain()
		select {
		case s.inbox <- own:
			delivered++
		default:
			own.Release()
			t.dropped++
		}
	}
	return delivered
}

func main() {
	t := &topic{name: "orders", subs: map[string]*subscriber{}}
	fast := t.subscribe("fast", 64)
	fast.done.Add(1)
	go fast.run()
	t.subscribe("stuck", 4) // nobody reads
	total := 0
	for i := range 40 {
		msg := messages.Get()
		msg.Value().Key = fmt.Appendf(msg.Value().Key, "k%d", i)
		msg.Value().Body = fmt.Appendf(msg.Value().Body, "order %d", i)
		total += t.publish(msg)
	}
	t.unsubscribe("fast")
	t.unsubscribe("stuck")
	t.unsubscribe("nobody")
	fmt.Println(total > 40, t.dropped)
}
