// truth: correct

package main

import (
	"fmt"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
)

type batch struct {
	names  []string
	values []float64
}

var batches = sync.Pool{New: func() any { return new(batch) }}

func newBatch() *batch { return batches.Get().(*batch) }

func (b *batch) add(name string, v float64) {
	b.names = append(b.names, name)
	b.values = append(b.values, v)
}

func (b *batch) recycle() {
	clear(b.names)
	b.names, b.values = b.names[:0], b.values[:0]
	batches.Put(b)
}

// A sink collects samples. Whoever fills a batch hands it to the aggregator,
// which recycles it.
type sink struct {
	mu      sync.Mutex
	open    *batch
	full    chan *batch
	lost    atomic.Int64
	stopped chan map[string]float64
}

func newSink() *sink {
	s := &sink{open: newBatch(), full: make(chan *batch, 4), stopped: make(chan map[string]float64)}
	go s.aggregate()
	return s
}

func (s *sink) Add(name string, v float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open.add(name, v)
	if len(s.open.names) < 8 {
		return
	}
	select {
	case s.full <- s.open:
		s.open = newBatch()
	default:
		s.lost.Add(int64(len(s.open.names)))
		s.open.names, s.open.values = s.open.names[:0], s.open.values[:0]
	}
}

func (s *sink) aggregate() {
	totals := make(map[string]float64)
	for b := range s.full {
		for i, name := range b.names {
			totals[name] += b.values[i]
		}
		b.recycle()
	}
	s.stopped <- totals
}

func (s *sink) Close() map[string]float64 {
	s.mu.Lock()
	last := s.open
	s.open = nil
	s.mu.Unlock()
	s.full <- last
	close(s.full)
	return <-s.stopped
}

func main() {
	s := newSink()
	var wg sync.WaitGroup
	for _, name := range []string{"requests", "bytes", "errors"} {
		wg.Go(func() {
			for range 101 {
				s.Add(name, 1)
			}
		})
	}
	wg.Wait()
	totals := s.Close()
	var names []string
	sum := 0.0
	for name, v := range totals {
		names = append(names, name)
		sum += v
	}
	sort.Strings(names)
	fmt.Println(strings.Join(names, " "), sum+float64(s.lost.Load()))
}
