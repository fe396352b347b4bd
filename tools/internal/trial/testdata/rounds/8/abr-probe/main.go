// truth: escape line 57 plain
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type probe struct {
	segment int
	samples []time.Duration
}

func (p *probe) Reset() { p.segment, p.samples = 0, p.samples[:0] }

var probes = rcpool.Pool[probe]{Name: "probes"}

type estimator struct {
	mu  sync.Mutex
	avg map[int]time.Duration
	wg  sync.WaitGroup
}

func mean(d []time.Duration) (m time.Duration) {
	if len(d) == 0 {
		return 0
	}
	for _, x := range d {
		m += x
	}
	return m / time.Duration(len(d))
}

func (e *estimator) set(segment int, m time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.avg[segment] = m
}

// measure downloads a segment in parts, and updates the estimate meanwhile.
func (e *estimator) measure(segment, parts int) int {
	ref := probes.Get()
	defer ref.Release()
	p := ref.Value()
	p.segment = segment
	for i := range parts {
		p.samples = append(p.samples, time.Duration(i+segment)*time.Millisecond)
	}
	if parts < 2 {
		e.set(segment, mean(p.samples))
		return parts
	}
	e.wg.Add(1)
	go func() {
		defer e.wg.Done()
		time.Sleep(time.Millisecond)
		e.set(p.segment, mean(p.samples))
	}()
	return len(p.samples)
}

func main() {
	e := &estimator{avg: make(map[int]time.Duration)}
	n := 0
	for s := range 4 {
		n += e.measure(s+1, s+1)
	}
	e.wg.Wait()
	fmt.Println(n, e.avg)
}
