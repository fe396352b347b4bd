// Package work runs tasks on leased objects.
package work

import (
	"context"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

// Task is a unit of work on a leased T. The pool of workers owns Input from
// Submit to the end of Do.
type Task[T, R any] struct {
	Input rcpool.Ref[T]
	Do    func(*T) (R, error)
	Reply chan<- Result[R]
}

type Result[R any] struct {
	Out R
	Err error
}

type Workers[T, R any] struct {
	queue chan Task[T, R]
	wg    sync.WaitGroup
}

func Start[T, R any](n int) *Workers[T, R] {
	w := &Workers[T, R]{queue: make(chan Task[T, R], n)}
	for range n {
		w.wg.Go(w.work)
	}
	return w
}

func (w *Workers[T, R]) work() {
	for t := range w.queue {
		t.Reply <- run(t)
	}
}

func run[T, R any](t Task[T, R]) (res Result[R]) {
	defer t.Input.Release()
	defer func() {
		if p := recover(); p != nil {
			res.Err = fmt.Errorf("task: %v", p)
		}
	}()
	res.Out, res.Err = t.Do(t.Input.Value())
	return res
}

func (w *Workers[T, R]) Submit(ctx context.Context, t Task[T, R]) error {
	select {
	case w.queue <- t:
		return nil
	case <-ctx.Done():
		t.Input.Release()
		return ctx.Err()
	}
}

func (w *Workers[T, R]) Stop() { close(w.queue); w.wg.Wait() }
