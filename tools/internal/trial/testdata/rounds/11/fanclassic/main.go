// truth: correct
package main

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool/classic"
)

type Event struct {
	classic.ReferenceCounter
	Kind   string
	Amount int
}

func resetEvent(i interface{}) error {
	e, ok := i.(*Event)
	if !ok {
		return fmt.Errorf("not an event: %T", i)
	}
	e.Kind, e.Amount = "", 0
	return nil
}

var events = classic.NewReferenceCountedPool(func(rc classic.ReferenceCounter) classic.ReferenceCountable {
	return &Event{ReferenceCounter: rc}
}, resetEvent)

func newEvent(kind string, amount int) *Event {
	e := events.Get().(*Event)
	e.Kind, e.Amount = kind, amount
	return e
}

type handler struct {
	kinds map[string]bool
	in    chan *Event
	total atomic.Int64
}

func (h *handler) run(wg *sync.WaitGroup) {
	defer wg.Done()
	for e := range h.in {
		h.total.Add(int64(e.Amount))
		e.DecrementReferenceCount()
	}
}

type bus struct {
	handlers []*handler
	wg       sync.WaitGroup
	dropped  int
}

func (b *bus) subscribe(buffer int, kinds ...string) *handler {
	h := &handler{kinds: map[string]bool{}, in: make(chan *Event, buffer)}
	for _, k := range kinds {
		h.kinds[k] = true
	}
	b.handlers = append(b.handlers, h)
	b.wg.Add(1)
	go h.run(&b.wg)
	return h
}

// emit takes e over.
func (b *bus) emit(e *Event) {
	defer e.DecrementReferenceCount()
	for _, h := range b.handlers {
		if !h.kinds[e.Kind] {
			continue
		}
		e.IncrementReferenceCount()
		select {
		case h.in <- e:
		default:
			e.DecrementReferenceCount()
			b.dropped++
		}
	}
}

func (b *bus) Close() {
	for _, h := range b.handlers {
		close(h.in)
	}
	b.wg.Wait()
}

func main() {
	var b bus
	sales := b.subscribe(100, "sale")
	audit := b.subscribe(100, "sale", "refund")
	for i := range 30 {
		switch i % 3 {
		case 0:
			b.emit(newEvent("sale", i))
		case 1:
			b.emit(newEvent("refund", -i))
		default:
			b.emit(newEvent("view", 1))
		}
	}
	b.Close()
	fmt.Println(sales.total.Load(), audit.total.Load(), b.dropped)
}
