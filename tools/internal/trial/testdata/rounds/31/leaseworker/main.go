// truth: double-release line 99 plain

// Command leaseworker takes tasks from a broker and heartbeats while it works.
package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type task struct {
	id      int
	payload []byte
	result  []byte
}

func (t *task) Reset() {
	t.id = 0
	t.payload = t.payload[:0]
	t.result = t.result[:0]
}

type broker struct {
	tasks rcpool.Pool[task]
	queue chan rcpool.Ref[task]

	mu    sync.Mutex
	beats int
	acked []int
	nack  []int
}

func (b *broker) submit(id int, payload string) {
	ref := b.tasks.Get()
	t := ref.Value()
	t.id = id
	t.payload = append(t.payload, payload...)
	b.queue <- ref
}

func (b *broker) ack(id int) {
	b.mu.Lock()
	b.acked = append(b.acked, id)
	b.mu.Unlock()
}

func (b *broker) reject(id int) {
	b.mu.Lock()
	b.nack = append(b.nack, id)
	b.mu.Unlock()
}

type worker struct {
	broker *broker
	every  time.Duration
}

func (w *worker) compute(ctx context.Context, t *task) <-chan error {
	out := make(chan error, 1)
	if len(t.payload) == 0 {
		out <- fmt.Errorf("task %d is empty", t.id)
		return out
	}
	for i := len(t.payload) - 1; i >= 0; i-- {
		t.result = append(t.result, t.payload[i])
	}
	if len(t.payload) < 100 {
		out <- nil
	}
	return out
}

// work runs one task to its end, or until ctx is done.
func (w *worker) work(ctx context.Context, ref rcpool.Ref[task]) error {
	defer ref.Release()
	t := ref.Value()
	beat := time.NewTicker(w.every)
	defer beat.Stop()
	done := w.compute(ctx, t)
	for {
		select {
		case err := <-done:
			if err != nil {
				w.broker.reject(t.id)
				return err
			}
			w.broker.ack(t.id)
			return nil
		case <-beat.C:
			w.broker.mu.Lock()
			w.broker.beats++
			w.broker.mu.Unlock()
		case <-ctx.Done():
			w.broker.reject(t.id)
			ref.Release()
			return ctx.Err()
		}
	}
}

func (w *worker) run(ctx context.Context) {
	for ref := range w.broker.queue {
		id := ref.Value().id
		one, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
		if err := w.work(one, ref); err != nil {
			fmt.Println("task", id, err)
		}
		cancel()
	}
}

func main() {
	b := &broker{queue: make(chan rcpool.Ref[task], 8)}
	b.submit(1, "forward")
	b.submit(2, "")
	b.submit(3, string(make([]byte, 200)))
	close(b.queue)
	w := &worker{broker: b, every: 5 * time.Millisecond}
	w.run(context.Background())
	fmt.Println("acked", b.acked, "rejected", b.nack)
}
