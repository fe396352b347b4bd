package service

import (
	"math"
	"runtime/metrics"
)

// Pauses are the times for which garbage collections stopped the program, the
// shortest first. The runtime counts them by ranges of time, 14 to 25 % wide.
type Pauses []Pause

// Pause is how many pauses took at most so many seconds, and more than those
// before it in the list.
type Pause struct {
	Most  float64 `json:"most_seconds"`
	Count uint64  `json:"count"`
}

// pausesOf returns the ranges of a histogram that are not empty.
func pausesOf(h *metrics.Float64Histogram) (all Pauses) {
	for i, count := range h.Counts {
		if count == 0 {
			continue
		}
		most := h.Buckets[i+1]
		if math.IsInf(most, 1) {
			most = h.Buckets[i]
		}
		all = append(all, Pause{most, count})
	}
	return all
}

// Since returns the pauses that are not among those of an earlier snapshot.
func (p Pauses) Since(before Pauses) (fresh Pauses) {
	was := make(map[float64]uint64, len(before))
	for _, pause := range before {
		was[pause.Most] = pause.Count
	}
	for _, pause := range p {
		if n := pause.Count - was[pause.Most]; n > 0 {
			fresh = append(fresh, Pause{pause.Most, n})
		}
	}
	return fresh
}
