// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type delivery struct {
	target  string
	payload []byte
}

func (d *delivery) Reset() {
	d.target = ""
	d.payload = d.payload[:0]
}

var deliveries = rcpool.Pool[delivery]{Name: "deliveries"}

type job struct {
	ref     rcpool.Ref[delivery]
	attempt int
}

type dispatcher struct {
	queue   chan job
	pending sync.WaitGroup
	workers sync.WaitGroup
	sent    atomic.Int64
	failed  atomic.Int64
}

var errUnavailable = errors.New("503 from target")

func post(d *delivery, attempt int) error {
	if len(d.payload)%3 == 0 && attempt < 2 {
		return errUnavailable
	}
	if d.target == "dead.example" {
		return errUnavailable
	}
	return nil
}

func newDispatcher(workers, depth int) *dispatcher {
	d := &dispatcher{queue: make(chan job, depth)}
	for range workers {
		d.workers.Add(1)
		go d.loop()
	}
	return d
}

func (d *dispatcher) loop() {
	defer d.workers.Done()
	for j := range d.queue {
		err := post(j.ref.Value(), j.attempt)
		if err != nil && j.attempt < 3 {
			j.attempt++
			select {
			case d.queue <- j:
				continue
			default:
			}
		}
		if err != nil {
			d.failed.Add(1)
		} else {
			d.sent.Add(1)
		}
		j.ref.Release()
		d.pending.Done()
	}
}

func (d *dispatcher) submit(targets []string, body []byte) {
	for _, t := range targets {
		ref := deliveries.Get()
		v := ref.Value()
		v.target = t
		v.payload = append(v.payload, body...)
		d.pending.Add(1)
		d.queue <- job{ref: ref}
	}
}

func (d *dispatcher) close() {
	d.pending.Wait()
	close(d.queue)
	d.workers.Wait()
}

func main() {
	d := newDispatcher(3, 64)
	for i := range 8 {
		d.submit([]string{"a.example", "dead.example", "b.example"}, make([]byte, i))
	}
	d.close()
	fmt.Println(d.sent.Load()+d.failed.Load(), "finished")
}
