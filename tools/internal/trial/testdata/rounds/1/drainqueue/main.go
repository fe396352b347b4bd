// truth: correct

// Command drainqueue has a bounded queue that takes a job over only if it has room.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

var (
	errFull   = errors.New("queue is full")
	errClosed = errors.New("queue is closed")
)

type Job struct {
	Name    string
	Payload [64]byte
}

var jobs = rcpool.Pool[Job]{Name: "jobs"}

type Queue struct {
	mu     sync.RWMutex
	closed bool
	ch     chan rcpool.Ref[Job]
}

// TryPush takes *job over and zeroes it if it returns nil. Otherwise the caller
// keeps the reference.
func (q *Queue) TryPush(job *rcpool.Ref[Job]) error {
	q.mu.RLock()
	defer q.mu.RUnlock()
	if q.closed {
		return errClosed
	}
	select {
	case q.ch <- *job:
		*job = rcpool.Ref[Job]{}
		return nil
	default:
		return errFull
	}
}

func (q *Queue) Shutdown() (left int) {
	q.mu.Lock()
	q.closed = true
	close(q.ch)
	q.mu.Unlock()
	for job := range q.ch {
		left++
		job.Release()
	}
	return left
}

func (q *Queue) work(ctx context.Context, done *atomic.Int64) {
	for {
		select {
		case <-ctx.Done():
			return
		case job, ok := <-q.ch:
			if !ok {
				return
			}
			done.Add(int64(job.Value().Payload[0]))
			job.Release()
		}
	}
}

func submit(q *Queue, name string, weight byte) error {
	job := jobs.Get()
	defer rcpool.Drop(&job)
	job.Value().Name = name
	job.Value().Payload[0] = weight
	if err := q.TryPush(&job); err != nil {
		return fmt.Errorf("%s: %w", job.Value().Name, err)
	}
	return nil
}

func main() {
	q := &Queue{ch: make(chan rcpool.Ref[Job], 8)}
	full := 0
	for i := range 12 {
		if err := submit(q, fmt.Sprint("job", i), 1); errors.Is(err, errFull) {
			full++
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	var done atomic.Int64
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { q.work(ctx, &done) })
	}
	cancel()
	wg.Wait()
	left := q.Shutdown()
	if err := submit(q, "late", 1); !errors.Is(err, errClosed) {
		log.Fatal(err)
	}
	if full != 4 || int(done.Load())+left != 8 {
		log.Fatal(full, done.Load(), left)
	}
	fmt.Println("all jobs accounted for")
}
