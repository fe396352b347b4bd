// truth: correct

// Command retryqueue delivers webhooks and retries failures after a pause.
package main

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type hook struct {
	url     string
	payload []byte
	tries   int
}

func (h *hook) Reset() {
	h.url, h.tries = "", 0
	h.payload = h.payload[:0]
}

var hooks = rcpool.Pool[hook]{Name: "hooks"}

type deliverer struct {
	post    func(*hook) error
	wg      sync.WaitGroup
	mu      sync.Mutex
	timers  map[*time.Timer]rcpool.Ref[hook]
	closed  bool
	results []string
}

func (d *deliverer) note(format string, args ...any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.results = append(d.results, fmt.Sprintf(format, args...))
}

// attempt takes h over.
func (d *deliverer) attempt(h rcpool.Ref[hook]) {
	v := h.Value()
	v.tries++
	err := d.post(v)
	switch {
	case err == nil:
		d.note("%s after %d", v.url, v.tries)
	case v.tries >= 3:
		d.note("%s gave up: %v", v.url, err)
	default:
		if d.later(h, time.Duration(v.tries)*time.Millisecond) {
			return
		}
	}
	h.Release()
}

// later reports whether it took h over.
func (d *deliverer) later(h rcpool.Ref[hook], pause time.Duration) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return false
	}
	d.wg.Add(1)
	var t *time.Timer
	t = time.AfterFunc(pause, func() {
		defer d.wg.Done()
		d.mu.Lock()
		h, ok := d.timers[t]
		delete(d.timers, t)
		d.mu.Unlock()
		if ok {
			d.attempt(h)
		}
	})
	d.timers[t] = h
	return true
}

func (d *deliverer) enqueue(url, payload string) {
	h := hooks.Get()
	h.Value().url = url
	h.Value().payload = append(h.Value().payload, payload...)
	d.wg.Go(func() { d.attempt(h) })
}

func (d *deliverer) close() {
	d.mu.Lock()
	d.closed = true
	for t, h := range d.timers {
		delete(d.timers, t)
		h.Release()
		if t.Stop() {
			d.wg.Done()
		}
	}
	d.mu.Unlock()
	d.wg.Wait()
}

func main() {
	d := &deliverer{timers: map[*time.Timer]rcpool.Ref[hook]{}}
	d.post = func(h *hook) error {
		if len(h.payload) > 3 && h.tries < len(h.payload)-2 {
			return errors.New("503")
		}
		return nil
	}
	d.enqueue("/a", "x")
	d.enqueue("/b", "four")
	d.enqueue("/c", "much longer")
	time.Sleep(20 * time.Millisecond)
	d.enqueue("/d", "much longer")
	d.close()
	fmt.Println(len(d.results) >= 3, len(d.timers))
}
