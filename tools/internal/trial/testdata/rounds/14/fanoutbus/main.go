// truth: correct

// Command fanoutbus delivers events of a broker to subscribers with bounded queues.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type event struct {
	Topic string
	Seq   int
	Body  []byte
}

func (e *event) Reset() { *e = event{Body: e.Body[:0]} }

var events = rcpool.Pool[event]{Name: "bus events"}

type delivery struct {
	ref     rcpool.Ref[event]
	attempt int
}

type subscriber struct {
	name    string
	queue   chan delivery
	done    chan struct{}
	handled int
	bytes   int
}

func (s *subscriber) run() {
	defer close(s.done)
	for d := range s.queue {
		s.handle(d)
	}
}

func (s *subscriber) handle(d delivery) {
	defer d.ref.Release()
	s.handled++
	s.bytes += len(d.ref.Value().Body) * d.attempt
}

type bus struct {
	mu      sync.Mutex
	subs    map[string]*subscriber
	seq     int
	dropped int
}

func (b *bus) subscribe(name string, depth int, paused bool) *subscriber {
	s := &subscriber{name: name, queue: make(chan delivery, depth), done: make(chan struct{})}
	if !paused {
		go s.run()
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.subs[name] = s
	return s
}

// publish takes the event over.
func (b *bus) publish(ev rcpool.Ref[event]) {
	defer ev.Release()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.seq++
	ev.Value().Seq = b.seq
	for _, s := range b.subs {
		d := delivery{ref: ev.Retain(), attempt: 1}
		select {
		case s.queue <- d:
		default:
			d.ref.Release()
			b.dropped++
		}
	}
}

// unsubscribe stops deliveries; what a paused subscriber has queued is lost.
func (b *bus) unsubscribe(s *subscriber, paused bool) {
	b.mu.Lock()
	delete(b.subs, s.name)
	close(s.queue)
	b.mu.Unlock()
	if paused {
		s.run()
		return
	}
	<-s.done
}

func main() {
	b := &bus{subs: map[string]*subscriber{}}
	fast := b.subscribe("fast", 64, false)
	stuck := b.subscribe("stuck", 2, true)
	for i := range 5 {
		ev := events.Get()
		ev.Value().Topic = "orders"
		ev.Value().Body = fmt.Appendf(ev.Value().Body, "order %d", i)
		b.publish(ev)
	}
	b.unsubscribe(fast, false)
	b.unsubscribe(stuck, true)
	fmt.Println(fast.handled, stuck.handled, b.dropped)
}
