// truth: use-after-release line 61 plain
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type observation struct {
	station string
	wind    []float64
	gust    float64
}

var observations = sync.Pool{New: func() any { return new(observation) }}

type severity int

const (
	calm severity = iota
	gale
	storm
)

func classify(gust float64) severity {
	switch {
	case gust > 24.5:
		return storm
	case gust > 17.2:
		return gale
	}
	return calm
}

type reporter struct {
	mu     sync.Mutex
	worst  map[string]severity
	alarms []string
}

func (r *reporter) note(station string, s severity) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.worst[station] = max(r.worst[station], s)
}

func (r *reporter) report(station string, winds ...float64) string {
	o := observations.Get().(*observation)
	o.station, o.wind, o.gust = station, append(o.wind[:0], winds...), 0
	for _, w := range o.wind {
		o.gust = max(o.gust, w)
	}
	s := classify(o.gust)
	r.note(o.station, s)
	if s < storm {
		observations.Put(o)
		return ""
	}
	observations.Put(o)
	return fmt.Sprintf("%s: storm, %.1f m/s", o.station, o.gust)
}

func main() {
	r := &reporter{worst: map[string]severity{}}
	var wg sync.WaitGroup
	var wrong atomic.Int32
	for g := range 4 {
		wg.Go(func() {
			name := fmt.Sprint("buoy", g)
			for i := range 3000 {
				text := r.report(name, float64(i%30), 3)
				if text != "" && text[:5] != name {
					wrong.Add(1)
				}
			}
		})
	}
	wg.Wait()
	fmt.Println(len(r.worst), "reports of another station:", wrong.Load() > 0)
}
