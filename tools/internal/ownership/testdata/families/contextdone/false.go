package contextdone

import (
	"context"

	"github.com/rcpool/rcpool"
)

// A context that is done has an error.
func submit(ctx context.Context, queue chan<- rcpool.Ref[Job], id int) (err error) {
	job := jobs.Get()
	defer func() {
		if err != nil {
			job.Release()
		}
	}()
	job.Value().ID = id
	select {
	case queue <- job:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// So has the cause.
func submitWithCause(ctx context.Context, queue chan<- rcpool.Ref[Job]) error {
	job := jobs.Get()
	err := func() error {
		select {
		case queue <- job:
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}()
	if err != nil {
		job.Release()
	}
	return err
}

// Channels that a function is given are there; one that is nil has had its turn.
func tee(in <-chan rcpool.Ref[Job], a, b chan<- rcpool.Ref[Job], done <-chan struct{}) {
	for job := range in {
		a, b := a, b
		second := job.Retain()
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
				if b != nil {
					second.Release()
				}
				return
			}
		}
	}
}
