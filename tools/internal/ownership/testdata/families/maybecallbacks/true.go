package maybecallbacks

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/rcpool/rcpool"
)

// The timer may have released the job already.
func releaseLaterTwice(d time.Duration, answered <-chan struct{}) {
	job := jobs.Get()
	timer := time.AfterFunc(d, func() { job.Release() })
	<-answered
	timer.Stop()
	job.Release() // want "double-release: "
}

// If the timer was stopped, nobody releases the job.
func releaseByNobody(d time.Duration, answered <-chan struct{}) {
	job := jobs.Get() // want "leak: "
	timer := time.AfterFunc(d, job.Release)
	<-answered
	timer.Stop()
}

// The job is released although the context has done so.
func releaseWithContextTwice(ctx context.Context, id int) {
	job := jobs.Get()
	job.Value().ID = id
	stop := context.AfterFunc(ctx, job.Release)
	if !stop() {
		job.Release() // want "double-release: "
		return
	}
	job.Release()
}

// The call that was stopped does not release the reference of this function.
func remindLost(d time.Duration, id int, answered <-chan struct{}) {
	job := jobs.Get() // want "leak: "
	job.Value().ID = id
	stop := job.AfterFunc(d, func(j *Job) { j.Done = true })
	<-answered
	stop()
}

// The worker runs the call when the job is released.
func laterUnheld(w *worker, id int) {
	job := jobs.Get()
	defer job.Release()
	job.Value().ID = id
	value := job.Value()
	w.submit(func() { value.Done = true }) // want "escape: "
}

// What the worker does not take is lost.
func laterOrLost(w *worker, id int) bool {
	job := jobs.Get() // want "leak: "
	job.Value().ID = id
	if !w.trySubmit(job.Release) {
		return false
	}
	return true
}

// Only one of the two is guarded by the once.
func sharedTwice(d time.Duration) {
	job := jobs.Get()
	var once sync.Once
	release := func() { once.Do(job.Release) }
	defer release()
	job.Value().Done = true
	job.Release() // want "double-release: "
}

// The lease is read after it has ended.
func leasedStale(d time.Duration) int {
	l := newLease(d)
	l.timer.Stop()
	l.end()
	return l.job.Value().ID // want "use-after-release: "
}

// The pending call was cancelled, and so released.
func awaitStale(d time.Duration, answered <-chan struct{}) int {
	job := jobs.Get()
	p := startPending(d, job)
	<-answered
	p.cancel()
	return job.Value().ID // missed "use-after-release: "
}

// A job that is never started is lost.
func startOrLose(ctx context.Context, slots chan struct{}) error {
	job := jobs.Get() // want "leak: "
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
		return ctx.Err()
	}
}

// The test releases the job when it ends, and the body does now.
func inATestTwice(t testing.TB) {
	job := jobs.Get()
	t.Cleanup(job.Release)
	job.Value().ID = 1
	job.Release() // want "double-release: "
}

// The goroutine releases the job, whatever the field has then.
func useDelayed1(d time.Duration) {
	job := jobs.Get()
	l := delay1(job, d)
	job.Release() // want "double-release: "
	l.job = rcpool.Ref[Job]{}
}

type delayed1 struct{ job rcpool.Ref[Job] }

func delay1(job rcpool.Ref[Job], d time.Duration) *delayed1 {
	l := &delayed1{job: job}
	go func() {
		time.Sleep(d)
		l.job.Release()
	}()
	return l
}
