package rchttp

import (
	"cmp"
	"slices"
	"time"
)

// A history is what was noted of the pools, the oldest first.
type history struct{ samples []sample }

// A sample is how many leases had begun at a time, by pool, sorted by name.
// It is not changed once it is noted.
type sample struct {
	at   time.Time
	gets []count
}

type count struct {
	pool string
	gets uint64
}

// note adds a sample if the latest is about an interval old, and drops those
// that tell nothing of the window. A tenth is granted to a clock that ticks
// a bit early.
func (h *history) note(now time.Time, pools []Pool, interval, window time.Duration) {
	if n := len(h.samples); n > 0 && now.Sub(h.samples[n-1].at) < interval-interval/10 {
		return
	}
	s := sample{at: now, gets: make([]count, len(pools))}
	for i, p := range pools {
		s.gets[i] = count{p.Name, p.Gets}
	}
	h.samples = append(h.samples, s)
	start := now.Add(-window)
	old := 0 // the last sample before the window tells how it began
	for old+1 < len(h.samples) && !h.samples[old+1].at.After(start) {
		old++
	}
	h.samples = slices.Delete(h.samples, 0, old)
}

// all returns the samples, for the caller to keep.
func (h *history) all() []sample { return slices.Clone(h.samples) }

// of is the count of the pool with the name; 0 if there was none, since a pool
// is known from its first lease on.
func (s sample) of(name string) uint64 {
	i, found := slices.BinarySearchFunc(s.gets, name, func(c count, name string) int { return cmp.Compare(c.pool, name) })
	if !found {
		return 0
	}
	return s.gets[i].gets
}

// rates are the gets per second between each two samples; nil where a count
// went down, because a pool was collected and another took its name.
func rates(samples []sample, name string) []*float64 {
	rates := []*float64{} // in JSON a list, if an empty one
	for i := 1; i < len(samples); i++ {
		before, after := samples[i-1].of(name), samples[i].of(name)
		if after < before {
			rates = append(rates, nil)
			continue
		}
		rate := float64(after-before) / samples[i].at.Sub(samples[i-1].at).Seconds()
		rates = append(rates, &rate)
	}
	return rates
}
