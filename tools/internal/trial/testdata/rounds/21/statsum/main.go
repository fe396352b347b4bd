// truth: reset line 32 callee
package main

import (
	"fmt"
	"math"
	"slices"
	"sync"
)

type exemplar struct {
	trace string
	value float64
}

// window collects the samples of one series between two scrapes.
type window struct {
	sum, max  float64
	values    []float64
	exemplars []exemplar
}

var windows = sync.Pool{New: func() any { return &window{max: math.Inf(-1)} }}

func getWindow() *window { return windows.Get().(*window) }

func putWindow(w *window) {
	w.clear()
	windows.Put(w)
}

func (w *window) clear() {
	w.sum = 0
	w.max = math.Inf(-1)
	w.values = w.values[:0]
}

func (w *window) observe(v float64, trace string) {
	w.sum += v
	w.max = max(w.max, v)
	w.values = append(w.values, v)
	if trace != "" {
		w.exemplars = append(w.exemplars, exemplar{trace, v})
	}
}

func (w *window) quantile(q float64) float64 {
	if len(w.values) == 0 {
		return 0
	}
	slices.Sort(w.values)
	return w.values[int(q*float64(len(w.values)-1))]
}

func (w *window) worst() (string, bool) {
	best, ok := exemplar{}, false
	for _, e := range w.exemplars {
		if !ok || e.value > best.value {
			best, ok = e, true
		}
	}
	return best.trace, ok
}

type sample struct {
	seconds float64
	trace   string
}

func scrape(name string, samples []sample) string {
	w := getWindow()
	defer putWindow(w)
	for _, s := range samples {
		w.observe(s.seconds, s.trace)
	}
	if len(w.values) == 0 {
		return name + " -"
	}
	text := fmt.Sprintf("%s sum=%g max=%g p50=%g", name, w.sum, w.max, w.quantile(0.5))
	if trace, ok := w.worst(); ok {
		text += " # " + trace
	}
	return text
}

func main() {
	fmt.Println(scrape("login", []sample{{0.1, ""}, {0.9, "t-1"}, {0.3, "t-2"}}))
	fmt.Println(scrape("idle", nil))
	fmt.Println(scrape("search", []sample{{0.2, ""}, {0.4, ""}}))
	fmt.Println(scrape("upload", []sample{{0.5, "t-3"}}))
}
