// truth: double-release line 69 callee

package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Envelope struct {
	Queue string
	Body  []byte
	Tries int
}

func (e *Envelope) Reset() { *e = Envelope{Body: e.Body[:0]} }

var envelopes = rcpool.Pool[Envelope]{Name: "envelopes"}

var errClosed = errors.New("dispatcher is closed")

type dispatcher struct {
	mu     sync.Mutex
	closed bool
	work   chan rcpool.Ref[Envelope]
	wg     sync.WaitGroup
	bytes  int
}

func (d *dispatcher) loop() {
	defer d.wg.Done()
	for env := range d.work {
		d.mu.Lock()
		d.bytes += len(env.Value().Body)
		d.mu.Unlock()
		env.Release()
	}
}

// enqueue takes the envelope over.
func (d *dispatcher) enqueue(env rcpool.Ref[Envelope]) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		env.Release()
		return errClosed
	}
	d.work <- env
	return nil
}

func (d *dispatcher) Close() {
	d.mu.Lock()
	d.closed = true
	d.mu.Unlock()
	close(d.work)
	d.wg.Wait()
}

func submit(d *dispatcher, queue, body string) error {
	env := envelopes.Get()
	e := env.Value()
	e.Queue = queue
	e.Body = append(e.Body, body...)
	if err := d.enqueue(env); err != nil {
		env.Release()
		return fmt.Errorf("queue %s: %w", queue, err)
	}
	return nil
}

func main() {
	d := &dispatcher{work: make(chan rcpool.Ref[Envelope], 16)}
	d.wg.Add(1)
	go d.loop()
	for i := range 5 {
		if err := submit(d, "mail", fmt.Sprint("hello ", i)); err != nil {
			fmt.Println(err)
		}
	}
	d.Close()
	fmt.Println(d.bytes)
	fmt.Println(submit(d, "mail", "late"))
}
