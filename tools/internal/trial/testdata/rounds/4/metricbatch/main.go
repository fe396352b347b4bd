// truth: correct

// Metricbatch gathers samples and writes them in batches, by size or by time.
package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Sample struct {
	Name  string
	Value float64
}

type sampleRef = rcpool.Ref[Sample]

var samples rcpool.Pool[Sample] // the zero value is the reset

type Batcher struct {
	mu      sync.Mutex
	out     io.Writer
	pending []sampleRef
	spare   []sampleRef
	size    int
	closed  bool
	stop    chan struct{}
	stopped sync.WaitGroup
}

var errClosed = errors.New("batcher is closed")

func NewBatcher(out io.Writer, size int, every time.Duration) *Batcher {
	b := &Batcher{out: out, size: size, stop: make(chan struct{})}
	b.stopped.Go(func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				b.mu.Lock()
				b.flushLocked()
				b.mu.Unlock()
			case <-b.stop:
				return
			}
		}
	})
	return b
}

// Add takes s over, also when it fails.
func (b *Batcher) Add(s sampleRef) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		s.Release()
		return errClosed
	}
	b.pending = append(b.pending, s)
	if len(b.pending) >= b.size {
		b.flushLocked()
	}
	return nil
}

func (b *Batcher) flushLocked() {
	batch := b.pending
	b.pending, b.spare = b.spare[:0], nil
	defer func() {
		for i := range batch {
			rcpool.Drop(&batch[i])
		}
		b.spare = batch[:0]
	}()
	for _, ref := range batch {
		s := ref.Value()
		fmt.Fprintf(b.out, "%s=%g\n", s.Name, s.Value)
	}
}

func (b *Batcher) Close() {
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		return
	}
	b.closed = true
	b.flushLocked()
	b.mu.Unlock()
	close(b.stop)
	b.stopped.Wait()
}

func sample(name string, value float64) sampleRef {
	ref := samples.Get()
	*ref.Value() = Sample{Name: name, Value: value}
	return ref
}

func main() {
	var out strings.Builder
	b := NewBatcher(&out, 8, 5*time.Millisecond)
	var producers sync.WaitGroup
	for p := range 3 {
		producers.Go(func() {
			for i := range 21 {
				if err := b.Add(sample(fmt.Sprint("p", p), float64(i))); err != nil {
					fmt.Println(err)
				}
				if i == 10 {
					time.Sleep(12 * time.Millisecond)
				}
			}
		})
	}
	producers.Wait()
	b.Close()
	b.Close()
	fmt.Println(strings.Count(out.String(), "\n"), b.Add(sample("late", 1)))
}
