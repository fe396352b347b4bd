package maybecallbacks

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/rcpool/rcpool"
)

// Either the timer releases the job, or this function does.
func releaseLater(d time.Duration, answered <-chan struct{}) {
	job := jobs.Get()
	timer := time.AfterFunc(d, func() { job.Release() })
	<-answered
	if timer.Stop() {
		job.Release()
	}
}

// The method value is what the timer runs.
func releaseByMethodValue(d time.Duration, answered <-chan struct{}) {
	job := jobs.Get()
	timer := time.AfterFunc(d, job.Release)
	<-answered
	if !timer.Stop() {
		return
	}
	job.Release()
}

// The function that stops says whether the context will release the job.
func releaseWithContext(ctx context.Context, id int) {
	job := jobs.Get()
	job.Value().ID = id
	stop := context.AfterFunc(ctx, job.Release)
	if stop() {
		job.Release()
	}
}

// The stop function of the reference gives up the reference of the call.
func remind(d time.Duration, id int, answered <-chan struct{}) {
	job := jobs.Get()
	defer job.Release()
	job.Value().ID = id
	stop := job.AfterFunc(d, func(j *Job) { j.Done = true })
	<-answered
	stop()
}

// The worker runs the held call, which releases its own reference.
func later(w *worker, id int) {
	job := jobs.Get()
	defer job.Release()
	job.Value().ID = id
	w.submit(job.Hold(func(j *Job) { j.Done = true }))
}

// What the worker does not take is released here.
func laterOrNever(w *worker, id int) bool {
	job := jobs.Get()
	job.Value().ID = id
	if !w.trySubmit(job.Release) {
		job.Release()
		return false
	}
	return true
}

// Whoever comes first releases the job, and nobody else.
func shared(d time.Duration) {
	job := jobs.Get()
	var once sync.Once
	release := func() { once.Do(job.Release) }
	timer := time.AfterFunc(d, release)
	defer timer.Stop()
	defer release()
	job.Value().Done = true
}

// The lease may end by itself.
func leased(d time.Duration) {
	l := newLease(d)
	defer l.end()
	l.timer.Stop()
}

// The pending call releases the job once, by time or when it is cancelled.
func await(d time.Duration, answered <-chan struct{}) {
	p := startPending(d, jobs.Get())
	<-answered
	p.cancel()
}

// A job that is never started is released by who wanted to start it.
func startOr(ctx context.Context, slots chan struct{}) error {
	job := jobs.Get()
	run := func() {
		defer job.Release()
		job.Value().Done = true
	}
	select {
	case slots <- struct{}{}:
		run()
		<-slots
		return nil
	case <-ctx.Done():
		job.Release()
		return ctx.Err()
	}
}

// The test releases the job when it ends, whatever kind of test it is.
func inATest(t testing.TB) {
	job := jobs.Get()
	t.Cleanup(job.Release)
	job.Value().ID = 1
}

// The timer takes the job, unless stop has taken it before.
func useDelayed(d time.Duration) {
	l := delay(jobs.Get(), d, func(job rcpool.Ref[Job]) { job.Release() })
	l.stop()
}

type delayed struct {
	mu    sync.Mutex
	job   rcpool.Ref[Job]
	timer *time.Timer
}

func delay(job rcpool.Ref[Job], d time.Duration, run func(rcpool.Ref[Job])) *delayed {
	l := &delayed{job: job}
	l.timer = time.AfterFunc(d, func() {
		l.mu.Lock()
		job := l.job
		l.job = rcpool.Ref[Job]{}
		l.mu.Unlock()
		if !job.IsZero() {
			run(job)
		}
	})
	return l
}

func (l *delayed) stop() {
	l.timer.Stop()
	l.mu.Lock()
	defer l.mu.Unlock()
	rcpool.Drop(&l.job)
}
