// truth: correct

// An event bus with topics; each subscriber has a queue of its own.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool/classic"
)

type event struct {
	classic.ReferenceCounter
	topic string
	data  []byte
}

func resetEvent(i any) error {
	e, ok := i.(*event)
	if !ok {
		return fmt.Errorf("not an event: %T", i)
	}
	e.topic = ""
	e.data = e.data[:0]
	return nil
}

var eventPool = classic.NewReferenceCountedPool(func(c classic.ReferenceCounter) classic.ReferenceCountable {
	return &event{ReferenceCounter: c}
}, resetEvent)

type subscriber struct {
	topics map[string]bool
	queue  chan *event
	seen   int
	latest *event
}

type bus struct {
	mu   sync.Mutex
	subs []*subscriber
	wg   sync.WaitGroup
}

func (b *bus) subscribe(topics ...string) *subscriber {
	s := &subscriber{topics: map[string]bool{}, queue: make(chan *event, 1)}
	for _, t := range topics {
		s.topics[t] = true
	}
	b.mu.Lock()
	b.subs = append(b.subs, s)
	b.mu.Unlock()
	b.wg.Go(s.run)
	return s
}

func (s *subscriber) run() {
	for e := range s.queue {
		s.seen += len(e.data)
		if len(e.data) == 0 {
			e.DecrementReferenceCount()
			continue
		}
		s.keep(e)
	}
	s.keep(nil)
}

// keep replaces the latest event.
func (s *subscriber) keep(e *event) {
	if s.latest != nil {
		s.latest.DecrementReferenceCount()
	}
	s.latest = e
}

// publish takes the event over.
func (b *bus) publish(e *event) {
	defer e.DecrementReferenceCount()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range b.subs {
		if !s.topics[e.topic] {
			continue
		}
		e.IncrementReferenceCount()
		select {
		case s.queue <- e:
		default:
			e.DecrementReferenceCount() // too slow
		}
	}
}

func (b *bus) close() {
	b.mu.Lock()
	for _, s := range b.subs {
		close(s.queue)
	}
	b.mu.Unlock()
	b.wg.Wait()
}

func newEvent(topic, data string) *event {
	e := eventPool.Get().(*event)
	e.topic = topic
	e.data = append(e.data, data...)
	return e
}

func main() {
	b := new(bus)
	all := b.subscribe("door", "light", "heat")
	some := b.subscribe("door")
	for i := range 30 {
		topic := []string{"door", "light", "heat", "noise"}[i%4]
		e := newEvent(topic, "state"[:i%6])
		if topic == "noise" {
			e.DecrementReferenceCount()
			continue
		}
		b.publish(e)
	}
	b.close()
	fmt.Println(all.seen > 0, some.seen >= 0, all.latest == nil)
}
