package timedout

import (
	"time"

	"github.com/rcpool/rcpool"
)

// It waits in the list until its patience is over.
func (l *limiter) submit(ref rcpool.Ref[call]) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := &ticket{ref: ref}
	t.el = l.queue.PushBack(t)
	t.stop = ref.AfterFunc(patience, func(c *call) {
		if l.remove(t) {
			l.expired += len(c.payload)
		}
	})
}

// A timer of package time does the same.
func (l *limiter) submitTimed(ref rcpool.Ref[call]) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := &ticket{ref: ref}
	t.el = l.queue.PushFront(t)
	t.stop = time.AfterFunc(patience, func() { l.remove(t) }).Stop
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
