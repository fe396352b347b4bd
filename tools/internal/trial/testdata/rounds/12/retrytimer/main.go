// truth: correct

package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
)

type Delivery struct {
	URL     string
	Payload []byte
	Tries   atomic.Int32
}

var deliveries = rcpool.Pool[Delivery]{
	Name: "deliveries",
	Reset: func(d *Delivery) {
		d.URL = ""
		d.Payload = d.Payload[:0]
		d.Tries.Store(0)
	},
}

type webhook struct {
	mu    sync.Mutex
	stops map[int]func() bool
	sent  atomic.Int32
	wg    sync.WaitGroup
}

// schedule borrows the delivery; the timer holds a reference of its own.
func (h *webhook) schedule(id int, ref *rcpool.Ref[Delivery], after time.Duration) {
	h.wg.Add(1)
	stop := ref.AfterFunc(after, func(d *Delivery) {
		defer h.wg.Done()
		d.Tries.Add(1)
		if len(d.Payload) > 0 {
			h.sent.Add(1)
		}
	})
	h.mu.Lock()
	h.stops[id] = stop
	h.mu.Unlock()
}

func (h *webhook) cancel(id int) bool {
	h.mu.Lock()
	stop, ok := h.stops[id]
	delete(h.stops, id)
	h.mu.Unlock()
	if !ok || !stop() {
		return false
	}
	h.wg.Done()
	return true
}

func (h *webhook) shutdown() int {
	h.mu.Lock()
	ids := make([]int, 0, len(h.stops))
	for id := range h.stops {
		ids = append(ids, id)
	}
	h.mu.Unlock()
	cancelled := 0
	for _, id := range ids {
		if h.cancel(id) {
			cancelled++
		}
	}
	h.wg.Wait()
	return cancelled
}

func main() {
	h := &webhook{stops: map[int]func() bool{}}
	for id := range 10 {
		ref := deliveries.Get()
		d := ref.Value()
		d.URL = fmt.Sprintf("http://hooks/%d", id)
		d.Payload = append(d.Payload, "paid"...)
		delay := time.Millisecond
		if id >= 6 {
			delay = time.Hour
		}
		h.schedule(id, &ref, delay)
		ref.Release()
	}
	time.Sleep(20 * time.Millisecond)
	h.cancel(9)
	cancelled := h.shutdown()
	ctx, done := context.WithTimeout(context.Background(), time.Second)
	defer done()
	fmt.Println(h.sent.Load(), cancelled, deliveries.Drain(ctx))
}
