// Package jobs runs pooled jobs on a fixed number of workers.
package jobs

import (
	"errors"
	"sync"

	"github.com/rcpool/rcpool"
)

var ErrClosed = errors.New("runner is closed")

// A Runner owns the jobs in its queue.
type Runner[T any] struct {
	queue  chan rcpool.Ref[T]
	handle func(*T)

	mu     sync.RWMutex
	closed bool
	wg     sync.WaitGroup
}

func New[T any](workers, depth int, handle func(*T)) *Runner[T] {
	r := &Runner[T]{queue: make(chan rcpool.Ref[T], depth), handle: handle}
	for range workers {
		r.wg.Go(r.work)
	}
	return r
}

func (r *Runner[T]) work() {
	for job := range r.queue {
		r.one(job)
	}
}

func (r *Runner[T]) one(job rcpool.Ref[T]) {
	defer job.Release()
	defer func() { _ = recover() }()
	r.handle(job.Value())
}

// TrySubmit queues the job with a reference of its own; the caller keeps job.
//
//rcpool:borrows job
func (r *Runner[T]) TrySubmit(job rcpool.Ref[T]) error {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if r.closed {
		return ErrClosed
	}
	r.queue <- job.Retain()
	return nil
}

// Submit takes the job over.
func (r *Runner[T]) Submit(job rcpool.Ref[T]) error {
	defer job.Release()
	return r.TrySubmit(job)
}

// Close waits for what is queued.
func (r *Runner[T]) Close() {
	r.mu.Lock()
	if !r.closed {
		r.closed = true
		close(r.queue)
	}
	r.mu.Unlock()
	r.wg.Wait()
}
