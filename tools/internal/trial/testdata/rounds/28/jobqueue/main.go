// truth: zero-ref line 71 plain

// Command jobqueue accepts jobs, validates them and hands them to workers by
// priority.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type Job struct {
	ID       int64
	Kind     string
	Priority int
	Payload  []byte
}

func (j *Job) Reset() { *j = Job{Payload: j.Payload[:0]} }

var (
	jobs = rcpool.Pool[Job]{Name: "jobs"}

	errFull    = errors.New("queue is full")
	errUnknown = errors.New("unknown kind of job")
)

type Runner func(ctx context.Context, payload []byte) error

type Queue struct {
	lanes   [3]chan rcpool.Ref[Job]
	runners map[string]Runner
	log     *slog.Logger
	ids     atomic.Int64
	wg      sync.WaitGroup
}

func NewQueue(depth int, log *slog.Logger, runners map[string]Runner) *Queue {
	q := &Queue{runners: runners, log: log}
	for i := range q.lanes {
		q.lanes[i] = make(chan rcpool.Ref[Job], depth)
	}
	return q
}

// Submit queues a job and returns its id.
func (q *Queue) Submit(kind string, priority int, payload []byte) (int64, error) {
	if priority < 0 || priority >= len(q.lanes) {
		return 0, fmt.Errorf("priority %d", priority)
	}
	job := jobs.Get()
	defer rcpool.Drop(&job)
	j := job.Value()
	j.ID, j.Kind, j.Priority = q.ids.Add(1), kind, priority
	j.Payload = append(j.Payload, payload...)
	if _, ok := q.runners[kind]; !ok {
		return 0, fmt.Errorf("%w: %s", errUnknown, j.Kind)
	}
	if len(q.lanes[priority]) == cap(q.lanes[priority]) {
		return 0, errFull
	}
	q.lanes[priority] <- rcpool.Move(&job)
	q.log.Info("queued", "kind", kind, "priority", priority)
	return job.Value().ID, nil
}

// take returns the next job, of the most urgent lane that has one.
func (q *Queue) take() (job rcpool.Ref[Job], ok bool) {
	for i := len(q.lanes) - 1; i >= 0; i-- {
		select {
		case job, ok = <-q.lanes[i]:
			if ok {
				return job, true
			}
		default:
		}
	}
	return job, false
}

func (q *Queue) work(ctx context.Context) {
	for {
		job, ok := q.take()
		if !ok {
			return
		}
		j := job.Value()
		if err := q.runners[j.Kind](ctx, j.Payload); err != nil {
			q.log.Warn("failed", "id", j.ID, "err", err)
		}
		job.Release()
	}
}

// Run works until all lanes are empty.
func (q *Queue) Run(ctx context.Context, workers int) {
	for range workers {
		q.wg.Go(func() { q.work(ctx) })
	}
	q.wg.Wait()
}

func main() {
	log := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	}))
	q := NewQueue(2, log, map[string]Runner{
		"mail":  func(context.Context, []byte) error { return nil },
		"image": func(_ context.Context, p []byte) error { return fmt.Errorf("bad image %q", p) },
	})
	for i, kind := range []string{"fax", "mail", "image", "mail"} {
		id, err := q.Submit(kind, i%3, []byte(kind))
		fmt.Println(id, err)
	}
	q.Run(context.Background(), 2)
}
