// Package timedout has containers that functions put objects into which a function that runs
// later takes out again and releases.
package timedout

import (
	"container/list"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type call struct{ payload []byte }

func (c *call) Reset() { *c = call{} }

var calls = rcpool.Pool[call]{Name: "calls"}

type ticket struct {
	ref  rcpool.Ref[call]
	el   *list.Element
	stop func() bool
}

type limiter struct {
	mu      sync.Mutex
	queue   *list.List
	byID    map[int]*ticket
	expired int
}

// remove gives up a ticket that nobody has taken yet.
func (l *limiter) remove(t *ticket) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if t.el == nil {
		return false
	}
	l.queue.Remove(t.el)
	t.el = nil
	t.ref.Release()
	return true
}

// take returns the first ticket, which the caller owns then.
func (l *limiter) take() *ticket {
	l.mu.Lock()
	defer l.mu.Unlock()
	el := l.queue.Front()
	if el == nil {
		return nil
	}
	t := l.queue.Remove(el).(*ticket)
	t.el = nil
	return t
}

const patience = time.Second

// answer gives up the ticket of an ID.
func (l *limiter) answer(id int) (size int) {
	l.mu.Lock()
	t := l.byID[id]
	delete(l.byID, id)
	l.mu.Unlock()
	if t != nil {
		size = len(t.ref.Value().payload)
		t.ref.Release()
	}
	return size
}

// A map knows it, and the one who finds it there takes it out.
func (l *limiter) register(id int, ref rcpool.Ref[call]) {
	t := &ticket{ref: ref}
	l.mu.Lock()
	l.byID[id] = t
	l.mu.Unlock()
	time.AfterFunc(patience, func() {
		l.mu.Lock()
		late := l.byID[id]
		delete(l.byID, id)
		l.mu.Unlock()
		if late != nil {
			late.ref.Release()
		}
	})
}

// The worker releases what it takes.
func (l *limiter) work() (n int) {
	for t := l.take(); t != nil; t = l.take() {
		n += len(t.ref.Value().payload)
		t.ref.Release()
	}
	return n
}
