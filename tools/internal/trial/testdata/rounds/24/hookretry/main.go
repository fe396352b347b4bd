// truth: correct

// Command hookretry delivers webhooks and retries failed ones after a delay.
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
)

type Delivery struct {
	ID       int
	Endpoint string
	Body     []byte
	Attempts atomic.Int32
}

var deliveries = rcpool.Pool[Delivery]{
	Name: "deliveries",
	Reset: func(d *Delivery) {
		d.ID, d.Endpoint, d.Body = 0, "", d.Body[:0]
		d.Attempts.Store(0)
	},
}

var errUnavailable = errors.New("503")

type Dispatcher struct {
	post    func(*Delivery) error
	backoff time.Duration

	mu      sync.Mutex
	retries map[int]func() bool // stops of pending retries
	closed  bool
	sent    atomic.Int32
	pending sync.WaitGroup
}

// Submit delivers d, which the caller keeps.
func (d *Dispatcher) Submit(ref rcpool.Ref[Delivery]) {
	d.attempt(ref)
}

func (d *Dispatcher) attempt(ref rcpool.Ref[Delivery]) {
	v := ref.Value()
	v.Attempts.Add(1)
	if err := d.post(v); err == nil {
		d.sent.Add(1)
		return
	}
	if v.Attempts.Load() >= 3 {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return
	}
	id := v.ID
	again := ref.Retain()
	d.pending.Add(1)
	timer := time.AfterFunc(d.backoff, func() {
		defer d.pending.Done()
		defer again.Release()
		d.mu.Lock()
		delete(d.retries, id)
		d.mu.Unlock()
		d.attempt(again)
	})
	d.retries[id] = func() bool {
		if !timer.Stop() {
			return false
		}
		again.Release()
		d.pending.Done()
		return true
	}
}

// Close cancels the retries and returns how many there were.
func (d *Dispatcher) Close() int {
	d.mu.Lock()
	d.closed = true
	cancelled := 0
	for id, stop := range d.retries {
		if stop() {
			cancelled++
		}
		delete(d.retries, id)
	}
	d.mu.Unlock()
	d.pending.Wait()
	return cancelled
}

func main() {
	d := &Dispatcher{
		backoff: 5 * time.Millisecond,
		retries: make(map[int]func() bool),
		post: func(v *Delivery) error {
			if v.ID%3 == 0 && v.Attempts.Load() < 2 || v.ID%5 == 4 {
				return errUnavailable
			}
			return nil
		},
	}
	for id := range 12 {
		ref := deliveries.Get()
		v := ref.Value()
		v.ID, v.Endpoint = id, "https://hooks.test/in"
		v.Body = append(v.Body, `{"ok":true}`...)
		d.Submit(ref)
		ref.Release()
	}
	time.Sleep(40 * time.Millisecond)
	late := deliveries.Get()
	late.Value().ID = 99
	d.Submit(late)
	late.Release()
	fmt.Println("cancelled", d.Close(), "sent", d.sent.Load())
}
