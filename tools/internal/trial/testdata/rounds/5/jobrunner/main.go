// truth: correct
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Runner[T any] struct {
	queue chan rcpool.Ref[T]
	wg    sync.WaitGroup
}

func NewRunner[T any](workers, depth int, work func(*T)) *Runner[T] {
	r := &Runner[T]{queue: make(chan rcpool.Ref[T], depth)}
	for range workers {
		r.wg.Go(func() {
			for job := range r.queue {
				runOne(job, work)
			}
		})
	}
	return r
}

func runOne[T any](job rcpool.Ref[T], work func(*T)) {
	defer job.Release()
	work(job.Value())
}

// Submit takes over the job, whether it succeeds or not.
func (r *Runner[T]) Submit(ctx context.Context, job rcpool.Ref[T]) error {
	select {
	case r.queue <- job:
		return nil
	case <-ctx.Done():
		job.Release()
		return ctx.Err()
	}
}

func (r *Runner[T]) Close() {
	close(r.queue)
	r.wg.Wait()
}

type Thumbnail struct {
	Name string
	Data [64]byte
}

func main() {
	var pool rcpool.Pool[Thumbnail]
	var mu sync.Mutex
	done := 0
	r := NewRunner(2, 1, func(t *Thumbnail) {
		time.Sleep(5 * time.Millisecond)
		mu.Lock()
		defer mu.Unlock()
		done += len(t.Name)
	})
	ctx, cancel := context.WithTimeout(context.Background(), 12*time.Millisecond)
	defer cancel()
	refused := 0
	for i := range 30 {
		job := pool.Get()
		job.Value().Name = fmt.Sprintf("%04d", i)
		if err := r.Submit(ctx, job); errors.Is(err, context.DeadlineExceeded) {
			refused++
		}
	}
	r.Close()
	fmt.Println(done/4+refused == 30)
}
