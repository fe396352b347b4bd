// truth: correct

// Command pointbatcher groups points and writes them to a sink that sometimes fails.
package main

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type point struct {
	metric string
	value  float64
}

var points rcpool.Pool[point]

type sink interface {
	write(batch []rcpool.Ref[point]) (accepted int, err error)
}

type flaky struct{ calls int }

var errBusy = errors.New("busy")

func (f *flaky) write(batch []rcpool.Ref[point]) (int, error) {
	f.calls++
	sum := 0.0
	for i, p := range batch {
		if f.calls == 2 && i == 1 {
			return i, errBusy
		}
		sum += p.Value().value
	}
	fmt.Println("wrote", len(batch), sum)
	return len(batch), nil
}

type batcher struct {
	mu      sync.Mutex
	sink    sink
	pending []rcpool.Ref[point]
	spare   []rcpool.Ref[point]
	limit   int
	dropped int
}

// add takes p over.
func (b *batcher) add(p rcpool.Ref[point]) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.pending) >= 2*b.limit {
		p.Release()
		b.dropped++
		return
	}
	b.pending = append(b.pending, p)
	if len(b.pending) >= b.limit {
		b.flushLocked()
	}
}

func (b *batcher) flushLocked() {
	if len(b.pending) == 0 {
		return
	}
	batch := b.pending
	b.pending = b.spare[:0]
	n, err := b.sink.write(batch)
	for _, p := range batch[:n] {
		p.Release()
	}
	if err != nil {
		b.pending = append(b.pending, batch[n:]...) // once more with the next batch
	}
	clear(batch)
	b.spare = batch[:0]
}

func (b *batcher) run(stop <-chan struct{}) {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			b.mu.Lock()
			b.flushLocked()
			b.mu.Unlock()
		case <-stop:
			return
		}
	}
}

func (b *batcher) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for range 3 {
		b.flushLocked()
	}
	for _, p := range b.pending {
		p.Release()
		b.dropped++
	}
	b.pending = nil
}

func main() {
	b := &batcher{sink: &flaky{}, limit: 4}
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() { b.run(stop) })
	for i := range 18 {
		p := points.Get()
		p.Value().metric, p.Value().value = "cpu", float64(i)
		b.add(p)
	}
	time.Sleep(20 * time.Millisecond)
	close(stop)
	wg.Wait()
	b.close()
	fmt.Println("dropped", b.dropped)
}
