// truth: wrong-pool line 44 callee
package main

import (
	"fmt"
	"sort"
	"sync"
)

type vec struct {
	v   []float64
	tag string
}

var (
	windowPool = sync.Pool{New: func() any { return &vec{v: make([]float64, 0, 16)} }}
	seriesPool = sync.Pool{New: func() any { return &vec{v: make([]float64, 0, 4096)} }}
)

func getWindow() *vec  { return windowPool.Get().(*vec) }
func getSeries() *vec  { return seriesPool.Get().(*vec) }
func putWindow(w *vec) { w.v, w.tag = w.v[:0], ""; windowPool.Put(w) }
func putSeries(s *vec) { s.v, s.tag = s.v[:0], ""; seriesPool.Put(s) }

type aggregator struct {
	size  int
	calls int
}

func median(w *vec) float64 {
	sort.Float64s(w.v)
	return w.v[len(w.v)/2]
}

// smooth returns the moving median of the series.
func (a *aggregator) smooth(in []float64) ([]float64, error) {
	if len(in) < a.size {
		return nil, fmt.Errorf("%d points, window of %d", len(in), a.size)
	}
	s := getSeries()
	defer putSeries(s)
	s.v = append(s.v, in...)
	w := getWindow()
	defer putSeries(w)
	out := make([]float64, 0, len(in))
	for i := range len(s.v) - a.size + 1 {
		w.v = append(w.v[:0], s.v[i:i+a.size]...)
		out = append(out, median(w))
	}
	a.calls++
	return out, nil
}

func (a *aggregator) peak(in []float64) float64 {
	w := getWindow()
	defer putWindow(w)
	for _, x := range in {
		if len(w.v) < a.size {
			w.v = append(w.v, x)
			continue
		}
		w.v[len(w.v)-1] = max(w.v[len(w.v)-1], x)
	}
	sort.Float64s(w.v)
	return w.v[len(w.v)-1]
}

func main() {
	a := &aggregator{size: 3}
	fmt.Println(a.smooth([]float64{1, 9, 2, 3, 8, 4}))
	fmt.Println(a.smooth([]float64{1}))
	fmt.Println(a.peak([]float64{3, 1, 4, 1, 5}), a.calls)
}
