package recursivelent

import (
	"time"

	"github.com/rcpool/rcpool"
)

// What runs later owns a reference, and the function gives it up as well.
func (r *runner) attemptTwice(ref rcpool.Ref[Job]) {
	defer ref.Release()
	job := ref.Value()
	job.Tries++
	if r.run(job) == nil || job.Tries > 2 {
		return
	}
	again := ref.Retain()
	time.AfterFunc(r.wait, func() {
		defer again.Release()
		r.attemptTwice(again) // want "double-release: "
	})
}

// The goroutine has given it up with the call.
func (r *runner) spreadTwice(ref rcpool.Ref[Job], depth int) {
	if ref.Value().No > 7 || depth == 0 {
		ref.Release()
		return
	}
	r.spreadTwice(ref, depth-1)
	ref.Release() // want "double-release: "
}

// Each call releases what the last one has released.
func (r *runner) deeperTwice(ref rcpool.Ref[Job], depth int) int {
	no := ref.Value().No
	ref.Release()
	if depth == 0 {
		return no
	}
	next := jobs.Get()
	defer next.Release()
	return r.deeperTwice(next, depth-1) // want "double-release: "
}

// One that the last call gets is lost.
func (r *runner) lose(ref rcpool.Ref[Job], depth int) {
	if depth == 0 {
		return
	}
	own := ref.Retain() // missed "leak: "
	r.lose(own, depth-1)
}
func useAllTwice(r *runner) {
	job := jobs.Get()
	r.attemptTwice(job)
	r.spreadTwice(jobs.Get(), 3)
	r.deeperTwice(jobs.Get(), 3)
	last := jobs.Get()
	r.lose(last, 3)
	last.Release()
}
