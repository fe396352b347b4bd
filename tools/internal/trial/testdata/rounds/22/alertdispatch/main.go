// truth: double-release line 77 callee

// Command alertdispatch routes alerts to channels of receivers.
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type alert struct {
	name   string
	level  int
	labels []string
}

func (a *alert) Reset() {
	clear(a.labels)
	*a = alert{labels: a.labels[:0]}
}

var alerts = rcpool.Pool[alert]{Name: "alerts"}

var (
	errFull    = errors.New("receiver is busy")
	errUnknown = errors.New("no receiver for level")
)

type receiver struct {
	name  string
	queue chan rcpool.Ref[alert]
}

// offer passes the alert to the receiver.
func (r *receiver) offer(a rcpool.Ref[alert]) error {
	select {
	case r.queue <- a:
		return nil
	default:
		a.Release()
		return fmt.Errorf("%s: %w", r.name, errFull)
	}
}

func (r *receiver) drain() (n int) {
	close(r.queue)
	for a := range r.queue {
		n += a.Value().level
		a.Release()
	}
	return n
}

type dispatcher struct {
	mu      sync.Mutex
	byLevel map[int]*receiver
	failed  []string
}

func (d *dispatcher) fire(name string, level int, labels ...string) error {
	a := alerts.Get()
	v := a.Value()
	v.name, v.level = name, level
	v.labels = append(v.labels, labels...)
	d.mu.Lock()
	defer d.mu.Unlock()
	r, ok := d.byLevel[level]
	if !ok {
		a.Release()
		return errUnknown
	}
	if err := r.offer(a); err != nil {
		d.failed = append(d.failed, name)
		a.Release()
		return err
	}
	return nil
}

func try(f func() error) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Println("panic")
		}
	}()
	if err := f(); err != nil {
		fmt.Println(err)
	}
}

func main() {
	pager := &receiver{"pager", make(chan rcpool.Ref[alert], 1)}
	mail := &receiver{"mail", make(chan rcpool.Ref[alert], 4)}
	d := &dispatcher{byLevel: map[int]*receiver{1: mail, 2: mail, 3: pager}}
	for i, name := range []string{"disk", "cpu", "net", "ram"} {
		try(func() error { return d.fire(name, i%4+1, "host=a") })
	}
	try(func() error { return d.fire("fan", 3) })
	fmt.Println(pager.drain(), mail.drain(), d.failed)
}
