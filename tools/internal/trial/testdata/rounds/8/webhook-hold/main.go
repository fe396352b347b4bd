// truth: leak line 51 plain
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type hook struct {
	url     string
	payload []byte
}

func (h *hook) Reset() { h.url, h.payload = "", h.payload[:0] }

var hooks = rcpool.Pool[hook]{Name: "hooks"}

var errBusy = errors.New("all deliverers are busy")

type deliverer struct {
	queue chan func()
	sent  []string
	done  chan struct{}
}

func newDeliverer(depth int) *deliverer {
	return &deliverer{queue: make(chan func(), depth), done: make(chan struct{})}
}

func (d *deliverer) run() {
	defer close(d.done)
	for f := range d.queue {
		f()
	}
}

func (d *deliverer) post(h *hook) {
	d.sent = append(d.sent, fmt.Sprintf("%s (%d bytes)", h.url, len(h.payload)))
}

func (d *deliverer) notify(url, text string) error {
	h := hooks.Get()
	defer h.Release()
	h.Value().url = url
	h.Value().payload = append(h.Value().payload, text...)
	if len(text) > 64 {
		return fmt.Errorf("%s: payload of %d bytes", url, len(text))
	}
	task := h.Hold(d.post)
	select {
	case d.queue <- task:
		return nil
	default:
		return errBusy
	}
}

func main() {
	d := newDeliverer(2)
	for i := range 4 {
		if err := d.notify(fmt.Sprint("https://h.test/", i), "paid"); err != nil {
			fmt.Println(i, err)
		}
	}
	close(d.queue)
	go d.run()
	<-d.done
	fmt.Println(d.sent)
	fmt.Println("in use:", hooks.Stats().InUse)
}
