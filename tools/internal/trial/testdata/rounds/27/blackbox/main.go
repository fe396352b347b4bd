// truth: double-release line 61,71,79 hard

// Blackbox is a flight recorder: it keeps the latest events in a ring, and
// hands them to a dumper when something goes wrong.
package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

const size = 4

type event struct {
	at    int
	what  string
	stack []uintptr
}

func (e *event) Reset() { *e = event{stack: e.stack[:0]} }

var events = rcpool.Pool[event]{Name: "events"}

type dumper struct {
	in   chan rcpool.Ref[event]
	done chan struct{}
	text strings.Builder
}

func newDumper() *dumper {
	d := &dumper{in: make(chan rcpool.Ref[event], size), done: make(chan struct{})}
	go d.run()
	return d
}

func (d *dumper) run() {
	defer close(d.done)
	for ref := range d.in {
		fmt.Fprintf(&d.text, "%d %s; ", ref.Value().at, ref.Value().what)
		ref.Release()
	}
}

func (d *dumper) stop() string {
	close(d.in)
	<-d.done
	return d.text.String()
}

type recorder struct {
	ring  [size]rcpool.Ref[event]
	next  int
	dumps int
}

// record takes the place of the oldest event.
func (r *recorder) record(at int, what string) {
	slot := &r.ring[r.next%size]
	rcpool.Drop(slot)
	*slot = events.Get()
	e := slot.Value()
	e.at, e.what = at, what
	r.next++
}

// dump sends the recorded events to d, the oldest first, and starts over.
func (r *recorder) dump(d *dumper) {
	for i := max(0, r.next-size); i < r.next; i++ {
		d.in <- r.ring[i%size]
	}
	r.next = 0
	r.dumps++
}

func (r *recorder) close() {
	for i := range r.ring {
		rcpool.Drop(&r.ring[i])
	}
}

func main() {
	d := newDumper()
	r := &recorder{}
	for at := range 7 {
		r.record(at, fmt.Sprint("tick ", at%3))
	}
	r.dump(d)
	fmt.Println(d.stop(), r.dumps)
	r.close()
}
