package service

import (
	"cmp"
	"math"
	"runtime/metrics"
	"slices"
)

// Pauses are the times for which garbage collections stopped the program, the
// shortest first. The runtime counts them by ranges of time, some 10 % wide.
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

// Count is how many there were.
func (p Pauses) Count() (n uint64) {
	for _, pause := range p {
		n += pause.Count
	}
	return n
}

// Quantile is the time in seconds that the share q of the pauses did not exceed; 0
// if there were none.
func (p Pauses) Quantile(q float64) (most float64) {
	left := q * float64(p.Count())
	for _, pause := range p {
		if most = pause.Most; left <= float64(pause.Count) {
			break
		}
		left -= float64(pause.Count)
	}
	return most
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

// Plus returns these pauses and others together.
func (p Pauses) Plus(others Pauses) Pauses {
	sum := slices.Clone(p)
	for _, other := range others {
		i, found := slices.BinarySearchFunc(sum, other.Most, func(p Pause, most float64) int { return cmp.Compare(p.Most, most) })
		if !found {
			sum = slices.Insert(sum, i, Pause{Most: other.Most})
		}
		sum[i].Count += other.Count
	}
	return sum
}
