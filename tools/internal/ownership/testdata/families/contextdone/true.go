package contextdone

import (
	"context"

	"github.com/rcpool/rcpool"
)

// The job is lost if the context is done.
func submitLost(ctx context.Context, queue chan<- rcpool.Ref[Job], id int) error {
	job := jobs.Get() // want "leak: "
	job.Value().ID = id
	select {
	case queue <- job:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// The job is released although it was sent.
func submitTwice(ctx context.Context, queue chan<- rcpool.Ref[Job]) error {
	job := jobs.Get()
	defer job.Release() // the second release
	select {
	case queue <- job: // want "escape: |double-release: "
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// The second reference is lost.
func teeLost(in <-chan rcpool.Ref[Job], a, b chan<- rcpool.Ref[Job], done <-chan struct{}) {
	for job := range in {
		a, b := a, b
		second := job.Retain() // want "leak: "
		for range 2 {
			select {
			case a <- job:
				a = nil
			case b <- second:
				b = nil
			case <-done:
				if a != nil {
					job.Release()
				}
				return
			}
		}
	}
}
