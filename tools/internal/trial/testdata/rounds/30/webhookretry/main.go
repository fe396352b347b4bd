// truth: correct

// Command webhookretry delivers webhooks and retries the failed ones after a
// delay, up to a limit. Shutdown cancels retries that have not started.
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
	body    []byte
	attempt int
}

func (h *hook) Reset() { h.url, h.body, h.attempt = "", h.body[:0], 0 }

var hooks = rcpool.Pool[hook]{Name: "hooks"}

type deliverer struct {
	post    func(url string, body []byte) error
	limit   int
	mu      sync.Mutex
	stopped bool
	nextID  int
	retries map[int]func() bool
	running sync.WaitGroup
	given   []string
}

// deliver takes ref over.
func (d *deliverer) deliver(ref rcpool.Ref[hook]) {
	defer ref.Release()
	h := ref.Value()
	h.attempt++
	err := d.post(h.url, h.body)
	if err == nil {
		return
	}
	if h.attempt >= d.limit || !d.retryLater(&ref) {
		d.mu.Lock()
		d.given = append(d.given, h.url)
		d.mu.Unlock()
	}
}

// retryLater borrows ref; the timer has a reference of its own.
func (d *deliverer) retryLater(ref *rcpool.Ref[hook]) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.stopped {
		return false
	}
	id := d.nextID
	d.nextID++
	d.running.Add(1)
	again := ref.Retain()
	d.retries[id] = again.AfterFunc(time.Millisecond, func(*hook) {
		defer d.running.Done()
		d.mu.Lock()
		delete(d.retries, id)
		d.mu.Unlock()
		d.deliver(again)
	})
	stop := d.retries[id]
	d.retries[id] = func() bool {
		if !stop() {
			return false
		}
		again.Release()
		return true
	}
	return true
}

func (d *deliverer) shutdown() (cancelled int) {
	d.mu.Lock()
	d.stopped = true
	for id, stop := range d.retries {
		if stop() {
			cancelled++
			d.running.Done()
		}
		delete(d.retries, id)
	}
	d.mu.Unlock()
	d.running.Wait()
	return cancelled
}

func main() {
	var mu sync.Mutex
	tries := map[string]int{}
	d := &deliverer{limit: 3, retries: map[int]func() bool{}}
	d.post = func(url string, body []byte) error {
		mu.Lock()
		defer mu.Unlock()
		tries[url]++
		if url == "http://down" || tries[url] < 2 && url == "http://flaky" {
			return errors.New("503")
		}
		return nil
	}
	for _, url := range []string{"http://up", "http://flaky", "http://down"} {
		ref := hooks.Get()
		ref.Value().url = url
		ref.Value().body = append(ref.Value().body, `{"ok":true}`...)
		d.deliver(ref)
	}
	time.Sleep(50 * time.Millisecond)
	fmt.Println(d.shutdown() == 0, len(d.given) == 1)
}
