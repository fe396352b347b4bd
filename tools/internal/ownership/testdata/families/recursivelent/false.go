package recursivelent

import (
	"time"

	"github.com/rcpool/rcpool"
)

// What runs later has a reference of its own, which it lends. Whoever stops it in time gives that up.
func (r *runner) attempt(ref rcpool.Ref[Job]) {
	job := ref.Value()
	job.Tries++
	if r.run(job) == nil || job.Tries > 2 {
		return
	}
	no := job.No
	again := ref.Retain()
	timer := time.AfterFunc(r.wait, func() {
		defer again.Release()
		r.mu.Lock()
		delete(r.stops, no)
		r.mu.Unlock()
		r.attempt(again)
	})
	r.mu.Lock()
	r.stops[no] = func() bool {
		if !timer.Stop() {
			return false
		}
		again.Release()
		return true
	}
	r.mu.Unlock()
}

// The goroutine releases its reference after the call.
func (r *runner) spread(ref rcpool.Ref[Job], depth int) {
	if ref.Value().No > 7 || depth == 0 {
		return
	}
	own := ref.Retain()
	go func() {
		r.spread(own, depth-1)
		own.Release()
	}()
}

// Each call lends a new one to the next call.
func (r *runner) deeper(ref rcpool.Ref[Job], depth int) int {
	no := ref.Value().No
	if depth == 0 {
		return no
	}
	next := jobs.Get()
	defer next.Release()
	next.Value().No = no + 1
	sum := r.deeper(next, depth-1)
	return sum + next.Value().Tries
}

// Each call owns what it gets.
func (r *runner) consume(ref rcpool.Ref[Job], depth int) {
	if depth == 0 {
		ref.Release()
		return
	}
	r.consume(ref, depth-1)
}

func useAll(r *runner) {
	job := jobs.Get()
	r.attempt(job)
	r.spread(job, 3)
	r.deeper(job, 3)
	r.consume(job, 3)
}
