// truth: leak line 66 plain

package main

import (
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Sample struct {
	At     time.Time
	Heap   uint64
	Values []float64
}

func (s *Sample) Reset() {
	s.At, s.Heap, s.Values = time.Time{}, 0, s.Values[:0]
}

var samples = rcpool.Pool[Sample]{Name: "samples"}

type exporter struct {
	name string
	in   chan rcpool.Ref[Sample]
	sent int
}

func (e *exporter) run(delay time.Duration) {
	for sample := range e.in {
		e.sent += len(sample.Value().Values)
		sample.Release()
		time.Sleep(delay)
	}
}

type sampler struct {
	exporters []*exporter
	skipped   int
	wg        sync.WaitGroup
}

func (s *sampler) add(name string, delay time.Duration) {
	e := &exporter{name: name, in: make(chan rcpool.Ref[Sample], 1)}
	s.exporters = append(s.exporters, e)
	s.wg.Go(func() { e.run(delay) })
}

// take measures once and shows the sample to all exporters that have time.
func (s *sampler) take(n int) {
	sample := samples.Get()
	defer sample.Release()
	v := sample.Value()
	v.At = time.Now()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	v.Heap = m.HeapAlloc
	for i := range n {
		v.Values = append(v.Values, float64(i))
	}
	for _, e := range s.exporters {
		select {
		case e.in <- sample.Retain():
		default:
			s.skipped++
		}
	}
}

func (s *sampler) close() {
	for _, e := range s.exporters {
		close(e.in)
	}
	s.wg.Wait()
}

func main() {
	s := new(sampler)
	s.add("fast", 0)
	s.add("slow", 20*time.Millisecond)
	for i := range 10 {
		s.take(i)
	}
	s.close()
	fmt.Println("skipped some:", s.skipped > 0)
}
