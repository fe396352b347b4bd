// Package maybecallbacks has calls that may never run: those of timers, of
// contexts, and of queues.
package maybecallbacks

import (
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

// A Job is done later, or never.
type Job struct {
	ID   int
	Done bool
	Text [64]byte
}

var jobs = rcpool.Pool[Job]{Name: "jobs"}

// A worker runs what it is given.
type worker struct {
	mu    sync.Mutex
	queue []func()
}

// submit queues f, which runs once.
func (w *worker) submit(f func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.queue = append(w.queue, f)
}

// trySubmit is like submit, but reports false if there is no room. Then f never
// runs.
func (w *worker) trySubmit(f func()) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.queue) > 100 {
		return false
	}
	w.queue = append(w.queue, f)
	return true
}

// flush runs what waits.
func (w *worker) flush() {
	w.mu.Lock()
	queue := w.queue
	w.queue = nil
	w.mu.Unlock()
	for _, f := range queue {
		f()
	}
}

// A lease ends when its time is over, or when it is closed.
type lease struct {
	job   rcpool.Ref[Job]
	timer *time.Timer
	once  sync.Once
}

func (l *lease) end() { l.once.Do(l.job.Release) }

func newLease(d time.Duration) *lease {
	l := &lease{job: jobs.Get()}
	l.timer = time.AfterFunc(d, l.end)
	return l
}

// A pending call is answered or times out.
type pending struct {
	job   rcpool.Ref[Job]
	timer *time.Timer
}

func startPending(d time.Duration, job rcpool.Ref[Job]) *pending {
	p := &pending{job: job}
	p.timer = time.AfterFunc(d, func() { p.job.Release() })
	return p
}

// cancel releases the job unless the timer has done so.
func (p *pending) cancel() {
	if p.timer.Stop() {
		p.job.Release()
	}
}
