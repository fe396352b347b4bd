// truth: correct

// Command fanoutbus is an event bus whose slow subscribers lose events.
package main

import (
	"fmt"
	"log"
	"sync"

	"github.com/rcpool/rcpool"
)

type Event struct {
	Topic string
	Seq   int
	Body  []byte
}

func (e *Event) Reset() { *e = Event{Body: e.Body[:0]} }

// A Sink takes over the events that it accepts, and drops what it has no room for.
type Sink interface {
	Accept(event rcpool.Ref[Event])
	Close()
}

// queue delivers events on a channel.
type queue struct {
	inbox   chan rcpool.Ref[Event]
	dropped int
}

func newQueue(depth int) *queue {
	return &queue{inbox: make(chan rcpool.Ref[Event], depth)}
}

func (q *queue) Accept(event rcpool.Ref[Event]) {
	select {
	case q.inbox <- event:
	default:
		q.dropped++
		event.Release()
	}
}

func (q *queue) Close() { close(q.inbox) }

// latest keeps only the last event.
type latest struct{ event rcpool.Ref[Event] }

func (l *latest) Accept(event rcpool.Ref[Event]) {
	rcpool.Drop(&l.event)
	l.event = event
}

func (l *latest) Close() { rcpool.Drop(&l.event) }

type Bus struct {
	pool rcpool.Pool[Event]

	mu     sync.Mutex
	sinks  map[string][]Sink
	closed bool
}

func (b *Bus) Subscribe(topic string, s Sink) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sinks[topic] = append(b.sinks[topic], s)
}

// Publish takes over event.
func (b *Bus) Publish(event rcpool.Ref[Event]) bool {
	defer event.Release()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return false
	}
	for _, s := range b.sinks[event.Value().Topic] {
		s.Accept(event.Retain())
	}
	return true
}

func (b *Bus) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	for topic, sinks := range b.sinks {
		for _, s := range sinks {
			s.Close()
		}
		delete(b.sinks, topic)
	}
}

func (q *queue) run(sum *int) {
	for event := range q.inbox {
		e := event.Value()
		*sum += e.Seq + len(e.Body)
		event.Release()
	}
}

func main() {
	bus := Bus{sinks: make(map[string][]Sink)}
	fast, slow, other := newQueue(64), newQueue(2), newQueue(1)
	last := new(latest)
	bus.Subscribe("metrics", fast)
	bus.Subscribe("metrics", slow)
	bus.Subscribe("metrics", last)
	bus.Subscribe("audit", other)

	var wg sync.WaitGroup
	var fastSum, slowSum, otherSum int
	wg.Go(func() { fast.run(&fastSum) })

	for i := range 20 {
		event := bus.pool.Get()
		e := event.Value()
		e.Topic, e.Seq = "metrics", i
		e.Body = append(e.Body, "ab"...)
		bus.Publish(event)
	}
	if seq := last.event.Value().Seq; seq != 19 {
		log.Fatal("last event ", seq)
	}
	bus.Close()
	wg.Go(func() { slow.run(&slowSum) })
	wg.Go(func() { other.run(&otherSum) })
	wg.Wait()

	late := bus.pool.Get()
	if bus.Publish(late) {
		log.Fatal("published after close")
	}
	if fastSum != 190+40 || slowSum != 1+4 || slow.dropped != 18 || otherSum != 0 {
		log.Fatal(fastSum, slowSum, slow.dropped, otherSum)
	}
	fmt.Println("fast", fastSum, "slow", slowSum)
}
