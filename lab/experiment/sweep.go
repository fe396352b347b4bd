package experiment

import (
	"fmt"
	"time"

	"github.com/rcpool/rcpool/lab/internal/figure"
)

// A Point is a variant at one rate. An estimate is over the sets of processes.
type Point struct {
	Rate    float64
	Variant Variant
	P50     figure.Estimate // seconds
	P99     figure.Estimate // seconds
	CPU     figure.Estimate // seconds for 1,000 requests
	Peak    figure.Estimate // bytes
	Failure string          // why the rate does not hold for the variant; "" if it does
}

// A Saturated error says that the warm-up of a variant could not be driven at the rate.
type Saturated struct {
	Variant Variant
	Err     error
}

// Error names the variant.
func (s *Saturated) Error() string { return fmt.Sprintf("warm-up of %s: %v", s.Variant, s.Err) }

// Unwrap returns the reason.
func (s *Saturated) Unwrap() error { return s.Err }

// Points returns what a result says of each variant. A rate holds if it could be driven, requests were sent in time and
// did not queue up, at most one in a hundred failed, and the 99th percentile of the latency is at most slo.
func Points(r *Result, slo time.Duration) []Point {
	sets := make(map[Variant]map[int][]Block)
	for _, b := range r.Blocks {
		if sets[b.Variant] == nil {
			sets[b.Variant] = make(map[int][]Block)
		}
		sets[b.Variant][b.Set] = append(sets[b.Variant][b.Set], b)
	}
	over := func(v Variant, key string) figure.Estimate {
		m := measureOf(key)
		var values []float64
		for set := range len(sets[v]) {
			values = append(values, m.Total(sets[v][set+1]))
		}
		return figure.Median(values)
	}
	var points []Point
	for _, o := range r.Outcomes {
		if o.Variant == Twin || o.Load.Requests == 0 {
			continue
		}
		p := Point{Rate: r.Setup.Rate, Variant: o.Variant, P50: over(o.Variant, "p50"), P99: over(o.Variant, "p99"), CPU: over(o.Variant, "cpu"), Peak: over(o.Variant, "rss")}
		load := o.Load
		switch by, tooLate := late(load); {
		case len(load.Overruns) > 0:
			p.Failure = load.Overruns[0]
		case failing(load):
			p.Failure = fmt.Sprintf("%.3g %% of the requests failed", 100*(1-load.Success()))
		case queuedUp(load):
			p.Failure = "requests queued up"
		case tooLate:
			p.Failure = fmt.Sprintf("one request in %.0f was sent more than %v late", 1/lateShare, by.Round(time.Millisecond))
		case p.P99.Median > slo.Seconds():
			p.Failure = "p99 above the limit"
		}
		points = append(points, p)
	}
	return points
}

// Highest returns the highest rate that holds for a variant and below which all rates that were tried hold too; 0 if the
// lowest does not hold.
func Highest(points []Point, v Variant) (rate float64) {
	for _, p := range points { // in the order of the rates
		if p.Variant != v {
			continue
		}
		if p.Failure != "" {
			break
		}
		rate = p.Rate
	}
	return rate
}
