package rcdebug

import (
	"slices"
	"time"

	"github.com/rcpool/rcpool"
)

// A history is what the pools did in the window before the last sample, in steps
// from one sample of the counts to the next. It keeps at most maxSteps steps and
// maxCells cells, so samples are further apart in a process with very many pools.
type history struct {
	at    time.Time         // of the last sample; zero before the first
	last  map[uint64]counts // what it found, by the number of the pool
	steps []step            // oldest first; each begins where the one before ends
}

const (
	maxSteps = 360
	maxCells = 1 << 17 // 4 MiB: 10 minutes of 1,000 pools, sampled every 5 seconds
)

// counts are the counts of a pool that only grow.
type counts struct{ gets, news, lost uint64 }

// A step is what the pools did between two samples, by name.
type step struct {
	from, to time.Time
	late     bool     // the sample at its end was due much earlier
	names    []string // sorted; shared with other steps if the pools are the same
	cells    []cell   // cells[i] is of the pools called names[i]
	total    cell
}

// A cell is what pools did in a step. Pools that were collected during the step
// are not in it.
type cell struct {
	counts        // what the step added
	inUse  uint64 // at its end
}

func (c *cell) add(d cell) {
	c.gets += d.gets
	c.news += d.news
	c.lost += d.lost
	c.inUse += d.inUse
}

// apart returns how far samples are apart, with as many pools as at the last one.
func (h *history) apart(interval, window time.Duration) time.Duration {
	cells := time.Duration(window.Seconds() * float64(len(h.last)) / maxCells * float64(time.Second))
	return max(interval, window/maxSteps, cells)
}

// due reports whether a sample is due.
func (h *history) due(now time.Time, interval, window time.Duration) bool {
	apart := h.apart(interval, window)
	return h.at.IsZero() || now.Sub(h.at) >= apart-apart/10 // a clock may tick a tenth early
}

// add adds a sample if one is due, and drops steps that are before the window or
// too many. stats are sorted by name.
func (h *history) add(now time.Time, stats []rcpool.Stats, interval, window time.Duration) {
	if !h.due(now, interval, window) {
		return
	}
	first := h.at.IsZero()
	next := step{from: h.at, to: now, late: now.Sub(h.at) > 3*h.apart(interval, window)}
	next.names, next.cells = make([]string, 0, len(stats)), make([]cell, 0, len(stats))
	sampled := make(map[uint64]counts, len(stats))
	for _, s := range stats {
		is := counts{s.Gets, s.News, s.Lost}
		was := h.last[s.Number] // zero for a new pool: all its leases are new
		sampled[s.Number] = is
		next.put(s.Name, cell{
			counts: counts{grown(was.gets, is.gets), grown(was.news, is.news), grown(was.lost, is.lost)},
			inUse:  s.InUse,
		})
	}
	h.at, h.last = now, sampled
	if first {
		return
	}
	if n := len(h.steps); n > 0 && slices.Equal(h.steps[n-1].names, next.names) {
		next.names = h.steps[n-1].names
	}
	h.steps = append(h.steps, next)
	h.trim(now.Add(-window))
}

// put adds what a pool did. Names come in order.
func (s *step) put(name string, did cell) {
	if n := len(s.names); n == 0 || s.names[n-1] != name {
		s.names, s.cells = append(s.names, name), append(s.cells, cell{})
	}
	s.cells[len(s.cells)-1].add(did)
	s.total.add(did)
}

// trim drops the steps that ended before start, and the oldest of too many. It
// keeps the last one.
func (h *history) trim(start time.Time) {
	cells := 0
	for _, s := range h.steps {
		cells += len(s.cells)
	}
	old := 0
	for ; old < len(h.steps)-1; old++ {
		s := h.steps[old]
		if s.to.After(start) && len(h.steps)-old <= maxSteps && cells <= maxCells {
			break
		}
		cells -= len(s.cells)
	}
	h.steps = slices.Delete(h.steps, 0, old)
}

// samples returns when the samples were taken: where each step begins, and where
// the last one ends.
func (h *history) samples() []time.Time {
	samples := []time.Time{} // in JSON an empty list, not null
	for _, s := range h.steps {
		samples = append(samples, s.from)
	}
	if !h.at.IsZero() {
		samples = append(samples, h.at)
	}
	return samples
}

// of returns what the pools with the name did in each step.
func (h *history) of(name string) History {
	return h.series(func(s *step) cell {
		i, found := slices.BinarySearch(s.names, name)
		if !found {
			return cell{} // a pool is listed from its first lease until it is collected
		}
		return s.cells[i]
	})
}

// total returns what all pools did in each step.
func (h *history) total() History {
	return h.series(func(s *step) cell { return s.total })
}

func (h *history) series(of func(*step) cell) History {
	n := len(h.steps)
	series := History{make([]*float64, n), make([]*float64, n), make([]*float64, n), make([]*float64, n)}
	for i := range h.steps {
		s := &h.steps[i]
		did := of(s)
		series.Rate[i] = known(float64(did.gets) / s.to.Sub(s.from).Seconds())
		series.Lost[i] = known(float64(did.lost))
		if did.gets > 0 {
			series.Reuse[i] = known(reuse(did.gets, did.news))
		}
		if !s.late {
			series.InUse[i] = known(float64(did.inUse))
		}
	}
	return series
}

func known(v float64) *float64 { return &v }

// grown returns how much a count has grown. Under load a count may be read a
// little lower than before.
func grown(was, is uint64) uint64 {
	if is < was {
		return 0
	}
	return is - was
}
