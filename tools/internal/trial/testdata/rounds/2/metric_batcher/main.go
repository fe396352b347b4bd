// truth: correct
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Sample struct {
	Name  string
	Value float64
}

var samples = rcpool.Pool[Sample]{Name: "samples"}

// batcher collects samples and ships them when there are enough of them or
// when time is up. It owns what is in pending.
type batcher struct {
	mu      sync.Mutex
	pending []rcpool.Ref[Sample]
	spare   []rcpool.Ref[Sample]
	size    int
	ship    func([]rcpool.Ref[Sample]) error
	errs    int
}

// add takes the sample over.
func (b *batcher) add(s rcpool.Ref[Sample]) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.pending = append(b.pending, s)
	if len(b.pending) >= b.size {
		b.flushLocked()
	}
}

func (b *batcher) flush() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.flushLocked()
}

func (b *batcher) flushLocked() {
	if len(b.pending) == 0 {
		return
	}
	batch := b.pending
	b.pending, b.spare = b.spare[:0], nil
	if err := b.ship(batch); err != nil {
		b.errs++
	}
	for i := range batch {
		rcpool.Drop(&batch[i])
	}
	b.spare = batch[:0]
}

func (b *batcher) run(stop <-chan struct{}) {
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			b.flush()
		case <-stop:
			b.flush()
			return
		}
	}
}

func main() {
	sum := 0.0
	calls := 0
	b := &batcher{size: 16, ship: func(batch []rcpool.Ref[Sample]) error {
		calls++
		for _, s := range batch {
			sum += s.Value().Value
		}
		if calls%3 == 0 {
			return fmt.Errorf("batch %d refused", calls)
		}
		return nil
	}}
	stop := make(chan struct{})
	var done, feeders sync.WaitGroup
	done.Go(func() { b.run(stop) })
	for f := range 3 {
		feeders.Go(func() {
			for i := range 75 {
				s := samples.Get()
				s.Value().Name = fmt.Sprint("m", f)
				s.Value().Value = float64(i)
				b.add(s)
			}
		})
	}
	feeders.Wait()
	close(stop)
	done.Wait()
	fmt.Println(sum, b.errs > 0)
}
