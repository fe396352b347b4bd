// truth: correct

// Command topic-bus is an event bus whose handlers borrow the reference of the
// bus. A handler that needs an event for longer retains it.
package main

import (
	"fmt"
	"slices"
	"sync"

	"github.com/rcpool/rcpool"
)

type event struct {
	topic string
	attrs map[string]string
}

var events = rcpool.Pool[event]{
	Name:  "bus events",
	New:   func() *event { return &event{attrs: map[string]string{}} },
	Reset: func(e *event) { e.topic = ""; clear(e.attrs) },
}

// A handler borrows the reference.
type handler interface{ handle(*rcpool.Ref[event]) }

type handlerFunc func(*event)

func (f handlerFunc) handle(e *rcpool.Ref[event]) { f(e.Value()) }

// history keeps the latest events of a topic.
type history struct {
	mu    sync.Mutex
	limit int
	kept  []rcpool.Ref[event]
}

func (h *history) handle(e *rcpool.Ref[event]) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.kept = append(h.kept, e.Retain())
	if len(h.kept) > h.limit {
		h.kept[0].Release()
		h.kept = slices.Delete(h.kept, 0, 1)
	}
}

func (h *history) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for i := range h.kept {
		rcpool.Drop(&h.kept[i])
	}
	h.kept = nil
}

type bus struct {
	mu       sync.RWMutex
	handlers map[string][]handler
}

func (b *bus) on(topic string, h handler) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.handlers[topic] = append(b.handlers[topic], h)
}

func (b *bus) emit(topic string, attrs ...string) {
	e := events.Get()
	defer e.Release()
	e.Value().topic = topic
	for i := 0; i+1 < len(attrs); i += 2 {
		e.Value().attrs[attrs[i]] = attrs[i+1]
	}
	b.mu.RLock()
	defer b.mu.RUnlock()
	for _, h := range b.handlers[topic] {
		h.handle(&e)
	}
}

func main() {
	b := &bus{handlers: map[string][]handler{}}
	h := &history{limit: 3}
	defer h.close()
	var mu sync.Mutex
	users := map[string]int{}
	b.on("login", h)
	b.on("login", handlerFunc(func(e *event) {
		mu.Lock()
		defer mu.Unlock()
		users[e.attrs["user"]]++
	}))
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			for n := range 10 {
				b.emit("login", "user", fmt.Sprint("u", i), "n", fmt.Sprint(n))
			}
			b.emit("logout")
		})
	}
	wg.Wait()
	fmt.Println(users, len(h.kept))
}
