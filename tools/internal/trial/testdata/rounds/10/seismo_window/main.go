// truth: use-after-release line 46 hard
package main

import (
	"fmt"
	"log"
	"sync"
	"sync/atomic"
)

// sample is one reading of a seismometer.
type sample struct {
	tick  int
	value [32]int32
}

var samples = sync.Pool{New: func() any { return new(sample) }}

func newSample(tick int) *sample {
	s := samples.Get().(*sample)
	s.tick = tick
	for i := range s.value {
		s.value[i] = int32(tick)
	}
	return s
}

type window struct {
	size int
	buf  []*sample
	gaps atomic.Int32
}

func (w *window) free(n int) {
	for _, s := range w.buf[:n] {
		samples.Put(s)
	}
}

// push adds a sample and forgets those that are too old.
func (w *window) push(s *sample) (from int) {
	w.buf = append(w.buf, s)
	from = w.buf[0].tick
	if n := len(w.buf) - w.size; n > 0 {
		w.free(n)
		if first, next := w.buf[0].tick, w.buf[n].tick; next-first != n {
			w.gaps.Add(1)
		}
		w.buf = append(w.buf[:0], w.buf[n:]...)
	}
	return from
}

func main() {
	var wg sync.WaitGroup
	for station := range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			w := &window{size: 4}
			base := station * 1_000_000
			for tick := range 5000 {
				w.push(newSample(base + tick))
			}
			if n := w.gaps.Load(); n > 0 {
				log.Fatalf("station %d has %d gaps", station, n)
			}
		}()
	}
	wg.Wait()
	fmt.Println("no gaps")
}
