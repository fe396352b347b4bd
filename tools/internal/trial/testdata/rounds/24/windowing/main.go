// truth: correct

// Command windowing counts readings in tumbling windows. A watermark closes
// windows in order; late readings go to a side output.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Window struct {
	Start  int64
	Counts map[string]int
	Sum    float64
}

type Reading struct {
	Sensor string
	At     int64
	Value  float64
}

const width = 10

// A ring of open windows; slot i holds the window that starts at base + i*width.
type ring struct {
	pool  *rcpool.Pool[Window]
	slots [4]rcpool.Ref[Window]
	base  int64
	out   chan<- rcpool.Ref[Window]
}

func newPool() *rcpool.Pool[Window] {
	return &rcpool.Pool[Window]{
		Name: "windows",
		New:  func() *Window { return &Window{Counts: make(map[string]int)} },
		Reset: func(w *Window) {
			clear(w.Counts)
			w.Start, w.Sum = 0, 0
		},
	}
}

func (r *ring) slot(at int64) *rcpool.Ref[Window] {
	return &r.slots[at/width%int64(len(r.slots))]
}

// advance closes all windows that end at or before the watermark.
func (r *ring) advance(watermark int64) {
	for r.base+width <= watermark {
		s := r.slot(r.base)
		if !s.IsZero() {
			r.out <- rcpool.Move(s)
		}
		r.base += width
	}
}

func (r *ring) add(reading Reading) bool {
	if reading.At < r.base {
		return false
	}
	if end := r.base + int64(len(r.slots))*width; reading.At >= end {
		r.advance(reading.At - int64(len(r.slots)-1)*width)
	}
	s := r.slot(reading.At)
	if s.IsZero() {
		*s = r.pool.Get()
		s.Value().Start = reading.At / width * width
	}
	w := s.Value()
	w.Counts[reading.Sensor]++
	w.Sum += reading.Value
	return true
}

func (r *ring) close() {
	r.advance(r.base + int64(len(r.slots))*width)
	close(r.out)
}

func main() {
	pool := newPool()
	closed := make(chan rcpool.Ref[Window])
	r := &ring{pool: pool, out: closed}
	var wg sync.WaitGroup
	wg.Go(func() {
		for ref := range closed {
			w := ref.Value()
			fmt.Printf("[%d,%d) sensors %d sum %.1f\n", w.Start, w.Start+width, len(w.Counts), w.Sum)
			ref.Release()
		}
	})
	late := 0
	for i := range 80 {
		at := int64(i) + int64(i*7%13) - 6
		if !r.add(Reading{Sensor: fmt.Sprint("s", i%4), At: max(at, 0), Value: float64(i)}) {
			late++
		}
		if i%16 == 15 {
			r.advance(int64(i) - 8)
		}
	}
	r.close()
	wg.Wait()
	fmt.Println("late", late)
}
