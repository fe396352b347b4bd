package traffic

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"time"
)

// Arrivals is how the requests of a block are spread over its time.
type Arrivals string

const (
	// Poisson draws the times as independent clients would: sometimes several
	// requests at once, sometimes none for a while. The number of requests in a
	// block is fixed; given that, the times of a Poisson process are uniform.
	Poisson Arrivals = "poisson"
	// Bursts sends BurstSize requests at once, and then none for the time that
	// keeps the rate.
	Bursts Arrivals = "bursts"
	// Constant leaves the same time between any two requests.
	Constant Arrivals = "constant"
)

// AllArrivals lists them.
var AllArrivals = []Arrivals{Constant, Poisson, Bursts}

// BurstSize is the number of requests that Bursts sends at once.
const BurstSize = 20

// schedule is vegeta's Pacer for exactly the requests of a block, or of its shard.
type schedule struct {
	block    Block
	times    []time.Duration // when each is due; nil if a formula says it
	running  context.Context
	began    time.Time
	answered atomic.Int64
	overrun  string // why it stopped before all were sent
}

// newSchedule makes the schedule of a block. The same block always has the same one.
func newSchedule(ctx context.Context, b Block) *schedule {
	s := &schedule{block: b, running: ctx, began: b.Start}
	if b.Arrivals == Poisson {
		random := rand.New(rand.NewPCG(b.Seed, uint64(b.First)))
		s.times = make([]time.Duration, b.Count)
		for i := range s.times {
			s.times[i] = time.Duration(random.Float64() * float64(s.span()))
		}
		slices.Sort(s.times)
	}
	return s
}

// Pace tells vegeta how long to wait for the next request. Called by one goroutine.
func (s *schedule) Pace(elapsed time.Duration, sent uint64) (time.Duration, bool) {
	if s.began.IsZero() {
		s.began = time.Now().Add(-elapsed)
	} else if !s.block.Start.IsZero() {
		elapsed = time.Since(s.began)
	}
	due := s.due(sent)
	switch {
	case sent >= uint64(s.block.size()) || s.running.Err() != nil:
		return 0, true
	case elapsed-due > maxBehind:
		s.overrun = fmt.Sprintf("the load generator was the limit: it fell more than %v behind its schedule", maxBehind)
		return 0, true
	case int64(sent)-s.answered.Load() >= maxInFlight:
		s.overrun = fmt.Sprintf("the service was the limit: %d requests were waiting for their answers", maxInFlight)
		return 0, true
	}
	return due - elapsed, false
}

// Rate is what vegeta shows; it does not steer by it.
func (s *schedule) Rate(time.Duration) float64 { return s.block.Rate }

// due is when the index-th request to send is due, from the start of the block.
func (s *schedule) due(index uint64) time.Duration {
	place := s.block.place(int(index))
	if place < len(s.times) {
		return s.times[place]
	}
	if s.block.Arrivals == Bursts {
		place -= place % BurstSize
	}
	return time.Duration(float64(place) / s.block.Rate * float64(time.Second))
}

// span is the length of the block.
func (s *schedule) span() time.Duration {
	return time.Duration(float64(s.block.Count) / s.block.Rate * float64(time.Second))
}
