// truth: double-release line 111 callee

// Command eventbus publishes domain events from an outbox table to in-process
// subscribers, and tries those again that nobody could take.
package main

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Event struct {
	Seq     int
	Type    string
	Payload []byte
	At      time.Time
}

func (e *Event) Reset() { *e = Event{Payload: e.Payload[:0]} }

var (
	events = rcpool.Pool[Event]{Name: "outbox.events"}

	errClosed = errors.New("bus is closed")
	errNobody = errors.New("no subscriber")
)

type Bus struct {
	mu     sync.Mutex
	topics map[string][]chan rcpool.Ref[Event]
	closed bool
	wg     sync.WaitGroup
}

func NewBus() *Bus { return &Bus{topics: make(map[string][]chan rcpool.Ref[Event])} }

func (b *Bus) Subscribe(typ string, f func(*Event)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	c := make(chan rcpool.Ref[Event], 8)
	b.topics[typ] = append(b.topics[typ], c)
	b.wg.Go(func() {
		for ev := range c {
			f(ev.Value())
			ev.Release()
		}
	})
}

// Publish hands ev to the subscribers of its type.
func (b *Bus) Publish(ev rcpool.Ref[Event]) error {
	defer ev.Release()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return errClosed
	}
	subs := b.topics[ev.Value().Type]
	if len(subs) == 0 {
		return fmt.Errorf("%w of %s", errNobody, ev.Value().Type)
	}
	for _, c := range subs {
		c <- ev.Retain()
	}
	return nil
}

func (b *Bus) Close() {
	b.mu.Lock()
	b.closed = true
	for _, subs := range b.topics {
		for _, c := range subs {
			close(c)
		}
	}
	clear(b.topics)
	b.mu.Unlock()
	b.wg.Wait()
}

type row struct {
	seq  int
	typ  string
	body string
}

// Outbox is the table that events are written to with their transaction.
type Outbox struct {
	rows     []row
	attempts map[int]int
}

func (o *Outbox) load(r row) rcpool.Ref[Event] {
	ev := events.Get()
	e := ev.Value()
	e.Seq, e.Type, e.At = r.seq, r.typ, time.Now()
	e.Payload = append(e.Payload, r.body...)
	return ev
}

// Relay publishes what is in the table and keeps the rows that failed.
func (o *Outbox) Relay(bus *Bus) (sent int, err error) {
	var left []row
	for _, r := range o.rows {
		ev := o.load(r)
		if perr := bus.Publish(ev); perr != nil {
			ev.Release()
			o.attempts[r.seq]++
			if o.attempts[r.seq] < 3 {
				left = append(left, r)
			}
			err = errors.Join(err, perr)
			continue
		}
		sent++
	}
	o.rows = left
	return sent, err
}

func main() {
	bus := NewBus()
	total := 0
	bus.Subscribe("order.placed", func(e *Event) { total += len(e.Payload) })
	o := &Outbox{attempts: map[int]int{}, rows: []row{
		{1, "order.placed", "10 bolts"}, {2, "order.placed", "3 nuts"}, {3, "order.paid", "17 euros"},
	}}
	for range 2 {
		sent, err := o.Relay(bus)
		fmt.Println(sent, err, len(o.rows))
	}
	bus.Close()
	fmt.Println(total)
}
