package rcdebug

import (
	"cmp"
	"slices"
	"time"
)

// A history is the samples of the counts, oldest first.
type history struct{ samples []sample }

// A sample is the number of gets of each pool at one time, sorted by name. It
// does not change after it is taken.
type sample struct {
	at   time.Time
	gets []count
}

type count struct {
	pool string
	gets uint64
}

// add adds a sample if the latest is at least an interval old, and drops the
// samples that say nothing about the window. It tolerates a clock that ticks a
// tenth of the interval early.
func (h *history) add(now time.Time, pools []PoolStats, interval, window time.Duration) {
	if n := len(h.samples); n > 0 && now.Sub(h.samples[n-1].at) < interval-interval/10 {
		return
	}
	s := sample{at: now, gets: make([]count, len(pools))}
	for i, p := range pools {
		s.gets[i] = count{p.Name, p.Gets}
	}
	h.samples = append(h.samples, s)
	start := now.Add(-window)
	old := 0 // keep the last sample before the window: it says where the window began
	for old+1 < len(h.samples) && !h.samples[old+1].at.After(start) {
		old++
	}
	h.samples = slices.Delete(h.samples, 0, old)
}

// all returns the samples in a slice that the caller may keep.
func (h *history) all() []sample { return slices.Clone(h.samples) }

// of returns the count of the pool with the name. It is 0 if there was no such
// pool, because a pool is listed from its first lease on.
func (s sample) of(name string) uint64 {
	i, found := slices.BinarySearchFunc(s.gets, name, func(c count, name string) int { return cmp.Compare(c.pool, name) })
	if !found {
		return 0
	}
	return s.gets[i].gets
}

// rates returns the gets per second between each sample and the next. A rate
// is nil if the count went down, which happens when a pool was garbage
// collected and another took its name.
func rates(samples []sample, name string) []*float64 {
	rates := []*float64{} // in JSON an empty list, not null
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
