// truth: correct
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type Event struct {
	Tenant string
	Data   []byte
}

func (e *Event) Reset() { *e = Event{Data: e.Data[:0]} }

var events = rcpool.Pool[Event]{Name: "ingress"}

type worker struct {
	in     chan rcpool.Ref[Event]
	closed chan struct{}
	wg     sync.WaitGroup
	bytes  atomic.Int64
}

func startWorker(n int) *worker {
	w := &worker{in: make(chan rcpool.Ref[Event], n), closed: make(chan struct{})}
	w.wg.Go(func() {
		for {
			select {
			case event := <-w.in:
				w.handle(event)
			case <-w.closed:
				return
			}
		}
	})
	return w
}

func (w *worker) handle(event rcpool.Ref[Event]) {
	defer event.Release()
	w.bytes.Add(int64(len(event.Value().Data)))
}

// offer takes over the event if it returns true. Otherwise the caller still
// owns it.
func (w *worker) offer(event rcpool.Ref[Event]) bool {
	select {
	case w.in <- event:
		return true
	default:
		return false
	}
}

// Stop ends the worker, and then handles what is left. Nobody offers any more.
func (w *worker) Stop() {
	close(w.closed)
	w.wg.Wait()
	for {
		select {
		case event := <-w.in:
			w.handle(event)
		default:
			return
		}
	}
}

var errBusy = errors.New("all workers are busy")

type ingress struct {
	workers []*worker
	spilled []string
}

func (in *ingress) accept(ctx context.Context, tenant, data string) error {
	event := events.Get()
	e := event.Value()
	e.Tenant = tenant
	e.Data = append(e.Data, data...)
	if err := ctx.Err(); err != nil {
		event.Release()
		return err
	}
	for _, w := range in.workers {
		if w.offer(event) {
			return nil
		}
	}
	in.spilled = append(in.spilled, e.Tenant)
	event.Release()
	return fmt.Errorf("%s: %w", tenant, errBusy)
}

func main() {
	idle := &worker{in: make(chan rcpool.Ref[Event], 2), closed: make(chan struct{})}
	in := &ingress{workers: []*worker{idle}}
	ctx, cancel := context.WithCancel(context.Background())
	busy := 0
	for i := range 5 {
		if err := in.accept(ctx, fmt.Sprint("t", i), "12345"); errors.Is(err, errBusy) {
			busy++
		}
	}
	in.workers = append(in.workers, startWorker(16))
	for range 10 {
		if err := in.accept(ctx, "late", "xyz"); err != nil {
			fmt.Println(err)
		}
	}
	cancel()
	fmt.Println(errors.Is(in.accept(ctx, "gone", ""), context.Canceled))
	total := int64(0)
	for _, w := range in.workers {
		w.Stop()
		total += w.bytes.Load()
	}
	fmt.Println(busy, in.spilled, total, events.Stats().InUse)
}
