// truth: correct
package main

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type sample struct {
	device int
	vals   []float64
}

func (s *sample) Reset() { s.device, s.vals = 0, s.vals[:0] }

var samples = rcpool.Pool[sample]{Name: "samples"}

type stage func(*sample)

type subscription struct {
	filter func(*sample) bool
	run    stage
}

type bus struct {
	subs  []subscription
	wg    sync.WaitGroup
	slots chan struct{}
}

// emit has all interested stages run in the background.
func (b *bus) emit(s rcpool.Ref[sample]) {
	defer s.Release()
	for _, sub := range b.subs {
		if sub.filter != nil && !sub.filter(s.Value()) {
			continue
		}
		b.slots <- struct{}{}
		b.wg.Go(s.Hold(func(v *sample) {
			defer func() { <-b.slots }()
			sub.run(v)
		}))
	}
}

// averages feeds what comes in to workers, by device.
type averages struct {
	shards []chan rcpool.Ref[sample]
	wg     sync.WaitGroup
	sums   []float64
}

func newAverages(n int) *averages {
	a := &averages{sums: make([]float64, n)}
	for i := range n {
		ch := make(chan rcpool.Ref[sample], 1)
		a.shards = append(a.shards, ch)
		a.wg.Go(func() {
			for s := range ch {
				for _, v := range s.Value().vals {
					a.sums[i] += v
				}
				s.Release()
			}
		})
	}
	return a
}

func (a *averages) add(s rcpool.Ref[sample]) {
	a.shards[s.Value().device%len(a.shards)] <- s
}

func (a *averages) close() {
	for _, ch := range a.shards {
		close(ch)
	}
	a.wg.Wait()
}

func main() {
	var high, all atomic.Int64
	b := &bus{slots: make(chan struct{}, 3), subs: []subscription{
		{nil, func(s *sample) { all.Add(int64(len(s.vals))) }},
		{func(s *sample) bool { return s.vals[0] > 5 }, func(s *sample) { high.Add(1) }},
	}}
	a := newAverages(2)
	for i := range 20 {
		s := samples.Get()
		s.Value().device = i % 3
		s.Value().vals = append(s.Value().vals, float64(i), 1)
		a.add(s.Retain())
		b.emit(s)
	}
	b.wg.Wait()
	a.close()
	fmt.Println(all.Load(), high.Load(), a.sums)
}
