// truth: correct

// Command statsdbatch groups samples into datagrams.
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type sample struct {
	name   string
	value  float64
	labels []string
}

func (s *sample) Reset() {
	clear(s.labels)
	*s = sample{labels: s.labels[:0]}
}

var samples = rcpool.Pool[sample]{Name: "samples"}

type sink interface {
	send(datagram string) error
}

// batcher owns the samples in pending.
type batcher struct {
	mu      sync.Mutex
	pending []rcpool.Ref[sample]
	max     int
	out     sink
	closed  bool
}

var errClosed = errors.New("batcher is closed")

// add takes s over.
func (b *batcher) add(s rcpool.Ref[sample]) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		s.Release()
		return errClosed
	}
	b.pending = append(b.pending, s)
	if len(b.pending) < b.max {
		return nil
	}
	return b.flush()
}

func (b *batcher) flush() error {
	if len(b.pending) == 0 {
		return nil
	}
	var line strings.Builder
	for i := range b.pending {
		v := b.pending[i].Value()
		fmt.Fprintf(&line, "%s:%g|%s\n", v.name, v.value, strings.Join(v.labels, ","))
		rcpool.Drop(&b.pending[i])
	}
	b.pending = b.pending[:0]
	return b.out.send(line.String())
}

func (b *batcher) close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	return b.flush()
}

type flaky struct{ calls int }

func (f *flaky) send(datagram string) error {
	f.calls++
	if f.calls == 2 {
		return fmt.Errorf("datagram of %d bytes is too long", len(datagram))
	}
	fmt.Print(datagram)
	return nil
}

func record(b *batcher, name string, value float64, labels ...string) {
	s := samples.Get()
	v := s.Value()
	v.name, v.value = name, value
	v.labels = append(v.labels, labels...)
	if err := b.add(s); err != nil {
		fmt.Println("dropped:", err)
	}
}

func main() {
	b := &batcher{max: 3, out: new(flaky)}
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range 5 {
				record(b, fmt.Sprint("latency.", worker), float64(i), "env=prod")
			}
		}()
	}
	wg.Wait()
	if err := b.close(); err != nil {
		fmt.Println(err)
	}
	record(b, "late", 1)
}
