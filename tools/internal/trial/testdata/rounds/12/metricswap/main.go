// truth: correct

package main

import (
	"fmt"
	"sync"
)

type window struct {
	counts map[string]int64
	max    map[string]int64
	total  int64
}

var windows = sync.Pool{New: func() any {
	return &window{counts: map[string]int64{}, max: map[string]int64{}}
}}

func newWindow() *window { return windows.Get().(*window) }

func (w *window) free() {
	clear(w.counts)
	clear(w.max)
	w.total = 0
	windows.Put(w)
}

type aggregator struct {
	mu     sync.Mutex
	cur    *window
	export chan *window
}

func newAggregator() *aggregator {
	return &aggregator{cur: newWindow(), export: make(chan *window, 1)}
}

func (a *aggregator) observe(name string, v int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.cur.counts[name]++
	a.cur.total += v
	if v > a.cur.max[name] {
		a.cur.max[name] = v
	}
}

func (a *aggregator) rotate() {
	next := newWindow()
	a.mu.Lock()
	full := a.cur
	a.cur = next
	a.mu.Unlock()
	if full.total == 0 {
		full.free()
		return
	}
	a.export <- full
}

func (a *aggregator) Close() {
	a.rotate()
	close(a.export)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.cur.free()
	a.cur = nil
}

func exporter(in <-chan *window, out *[]string, done chan<- struct{}) {
	defer close(done)
	for w := range in {
		*out = append(*out, fmt.Sprintf("%d/%d/%d", len(w.counts), w.max["rpc"], w.total))
		w.free()
	}
}

func main() {
	a := newAggregator()
	var out []string
	done := make(chan struct{})
	go exporter(a.export, &out, done)
	for round := range 4 {
		var wg sync.WaitGroup
		for g := range 3 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				for i := range 5 {
					if round != 2 {
						a.observe([]string{"rpc", "db"}[i%2], int64(g*round+i))
					}
				}
			}()
		}
		wg.Wait()
		a.rotate()
	}
	a.Close()
	<-done
	fmt.Println(out)
}
