// truth: double-release line 60 callee

// A telemetry relay drops metrics when its queue is full.
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type metric struct {
	name   string
	points []float64
}

func (m *metric) Reset() { *m = metric{points: m.points[:0]} }

var metrics = rcpool.Pool[metric]{Name: "metrics"}

var errFull = errors.New("queue is full")

type relay struct {
	queue   chan rcpool.Ref[metric]
	dropped int
	wg      sync.WaitGroup
}

// offer queues m.
func (r *relay) offer(m rcpool.Ref[metric]) error {
	if len(m.Value().points) == 0 {
		m.Release()
		return nil
	}
	select {
	case r.queue <- m:
		return nil
	default:
	}
	m.Release()
	r.dropped++
	return errFull
}

func (r *relay) drain() (n int) {
	for m := range r.queue {
		n += len(m.Value().points)
		m.Release()
	}
	return n
}

func (r *relay) collect(name string, points ...float64) error {
	m := metrics.Get()
	m.Value().name = name
	m.Value().points = append(m.Value().points, points...)
	if err := r.offer(m); err != nil {
		m.Release()
		return fmt.Errorf("metric %s: %w", name, err)
	}
	return nil
}

func main() {
	defer func() {
		if p := recover(); p != nil {
			fmt.Println("panic:", p)
		}
	}()
	r := &relay{queue: make(chan rcpool.Ref[metric], 2)}
	for i := range 4 {
		if err := r.collect(fmt.Sprint("disk", i), make([]float64, i)...); err != nil {
			fmt.Println(err)
		}
	}
	close(r.queue)
	fmt.Println(r.drain(), r.dropped)
}
