// truth: correct

// Eventbus calls handlers: some at once, which borrow the event, some later,
// which get a reference.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Event struct {
	Topic string
	Attrs map[string]string
}

func (e *Event) Reset() {
	e.Topic = ""
	clear(e.Attrs)
}

var events = rcpool.Pool[Event]{
	Name: "events",
	New:  func() *Event { return &Event{Attrs: make(map[string]string)} },
}

// A Handler borrows the event until it returns.
type Handler interface{ Handle(*Event) error }

// A Taker owns the reference that it is given.
type Taker interface{ Take(rcpool.Ref[Event]) }

type HandlerFunc func(*Event) error

func (f HandlerFunc) Handle(e *Event) error { return f(e) }

type Bus struct {
	handlers map[string][]Handler
	takers   []Taker
}

func (b *Bus) On(topic string, h Handler) { b.handlers[topic] = append(b.handlers[topic], h) }

func (b *Bus) Later(t Taker) { b.takers = append(b.takers, t) }

// Publish takes ref over.
func (b *Bus) Publish(ref rcpool.Ref[Event]) (err error) {
	defer ref.Release()
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("handler of %s: %v", ref.Value().Topic, r)
		}
	}()
	e := ref.Value()
	for _, h := range b.handlers[e.Topic] {
		if err := h.Handle(e); err != nil {
			return err
		}
	}
	for _, t := range b.takers {
		t.Take(ref.Retain())
	}
	return nil
}

// history keeps the latest events, each with its reference.
type history struct {
	mu   sync.Mutex
	refs []rcpool.Ref[Event]
	max  int
}

func (h *history) Take(ref rcpool.Ref[Event]) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.refs = append(h.refs, ref)
	if len(h.refs) > h.max {
		h.refs[0].Release()
		h.refs = append(h.refs[:0], h.refs[1:]...)
	}
}

func (h *history) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for i := range h.refs {
		rcpool.Drop(&h.refs[i])
	}
	h.refs = nil
}

type counter struct {
	wg sync.WaitGroup
	mu sync.Mutex
	by map[string]int
}

func (c *counter) Take(ref rcpool.Ref[Event]) {
	c.wg.Go(func() {
		defer ref.Release()
		c.mu.Lock()
		defer c.mu.Unlock()
		c.by[ref.Value().Topic]++
	})
}

func main() {
	keep := &history{max: 3}
	defer keep.Close()
	count := &counter{by: make(map[string]int)}
	bus := &Bus{handlers: make(map[string][]Handler)}
	bus.Later(keep)
	bus.Later(count)
	bus.On("login", HandlerFunc(func(e *Event) error {
		if e.Attrs["user"] == "" {
			return fmt.Errorf("login without user")
		}
		return nil
	}))
	bus.On("crash", HandlerFunc(func(e *Event) error { panic(e.Attrs["user"]) }))
	for i, topic := range []string{"login", "login", "crash", "logout", "logout", "login"} {
		ref := events.Get()
		ref.Value().Topic = topic
		if i != 1 {
			ref.Value().Attrs["user"] = fmt.Sprint("u", i)
		}
		fmt.Println(bus.Publish(ref))
	}
	count.wg.Wait()
	fmt.Println(count.by)
}
