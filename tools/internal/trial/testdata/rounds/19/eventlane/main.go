// truth: double-release line 84 callee
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type event struct {
	key  string
	at   int64
	body []byte
}

func (e *event) Reset() { e.key, e.at, e.body = "", 0, e.body[:0] }

var events = rcpool.Pool[event]{Name: "events"}

var (
	errStopped = errors.New("lane is stopped")
	errTooBig  = errors.New("event is too big")
)

// A lane processes the events of one key range in order.
type lane struct {
	mu      sync.Mutex
	stopped bool
	in      chan rcpool.Ref[event]
	done    chan int
}

func newLane() *lane {
	l := &lane{in: make(chan rcpool.Ref[event], 8), done: make(chan int, 1)}
	go func() {
		n := 0
		for e := range l.in {
			n += len(e.Value().body)
			e.Release()
		}
		l.done <- n
	}()
	return l
}

func (l *lane) submit(e rcpool.Ref[event]) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stopped {
		e.Release()
		return errStopped
	}
	l.in <- e
	return nil
}

func (l *lane) stop() int {
	l.mu.Lock()
	if !l.stopped {
		l.stopped = true
		close(l.in)
	}
	l.mu.Unlock()
	return <-l.done
}

type dispatcher struct {
	lanes  []*lane
	failed int
}

func (d *dispatcher) dispatch(key string, at int64, body []byte) error {
	if len(body) > 64 {
		return errTooBig
	}
	e := events.Get()
	v := e.Value()
	v.key, v.at, v.body = key, at, append(v.body, body...)
	l := d.lanes[len(key)%len(d.lanes)]
	if err := l.submit(e); err != nil {
		d.failed++
		e.Release()
		return fmt.Errorf("key %s: %w", key, err)
	}
	return nil
}

func main() {
	d := &dispatcher{lanes: []*lane{newLane(), newLane()}}
	for i, key := range []string{"a", "bb", "ccc"} {
		if err := d.dispatch(key, int64(i), []byte("click")); err != nil {
			panic(err)
		}
	}
	fmt.Println(d.dispatch("x", 0, make([]byte, 100)))
	fmt.Println(d.lanes[0].stop())
	fmt.Println(d.dispatch("bb", 9, []byte("late")))
	fmt.Println(d.lanes[1].stop(), d.failed)
}
