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
