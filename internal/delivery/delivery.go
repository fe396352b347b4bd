// Package delivery calls functions of the program later, on a goroutine of its
// own: those that receive reports, and those that free objects.
//
// A report is made wherever a mistake is noticed, in Release for instance, and
// so under any lock of the program. What receives it is the program's code and
// may need the same lock. So the goroutine that makes a report must never wait
// for the one that receives it. Nor must finalizers wait, of which the runtime
// calls one after the other.
package delivery

import (
	"context"
	"runtime"
	"sync"
)

// A Queue makes calls in their order. It has a goroutine only while there is
// something to deliver, so that programs and tests find no goroutine that they
// did not start. The zero Queue is ready to use.
type Queue struct {
	Most int // calls can wait; further ones are dropped. 0 is for any number

	mu        sync.Mutex
	waiting   []call
	missed    int
	running   bool
	added     int // calls so far, without those that were dropped
	delivered int // of these
}

type call struct {
	f      func(missed int)
	missed int
}

// Call has f called soon, after the functions of earlier calls have returned.
// missed is the number of calls that were dropped since the last one that was
// not, because too many were waiting. Call never blocks.
func (q *Queue) Call(f func(missed int)) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.Most > 0 && len(q.waiting) == q.Most {
		q.missed++
		return
	}
	q.waiting = append(q.waiting, call{f, q.missed})
	q.missed = 0
	q.added++
	if !q.running {
		q.running = true
		go q.deliver()
	}
}

// Flush waits until everything has been delivered that was handed to Call
// before, or ctx is done. Then it returns the error of ctx. (It asks again and
// again, because a bubble of testing/synctest may not be woken up from outside.)
func (q *Queue) Flush(ctx context.Context) error {
	q.mu.Lock()
	want := q.added
	q.mu.Unlock()
	for {
		q.mu.Lock()
		done := q.delivered >= want
		q.mu.Unlock()
		if done {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		runtime.Gosched()
	}
}

// deliver makes the calls that wait, and ends when there are none.
func (q *Queue) deliver() {
	empty := false
	defer func() {
		if !empty { // f has ended the goroutine: as testing.T.FailNow does
			go q.deliver()
		}
	}()
	for !empty {
		if c, ok := q.next(); ok {
			q.call(c)
		} else {
			empty = true
		}
	}
}

func (q *Queue) next() (c call, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 {
		q.waiting, q.running = nil, false
		return call{}, false
	}
	c, q.waiting[0] = q.waiting[0], call{}
	q.waiting = q.waiting[1:]
	return c, true
}

func (q *Queue) call(c call) {
	defer func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.delivered++
	}()
	c.f(c.missed)
}
