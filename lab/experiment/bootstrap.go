package experiment

import (
	"math"
	"math/rand/v2"
	"slices"
)

const (
	draws      = 4000 // resamples of a bootstrap
	confidence = 0.95
)

// MinPairs is how many pairs an interval needs: with fewer, the median of all pairs leaves the range of the pairs
// themselves in more than 5 % of the cases (2 / 2^n), so that no 95 % interval can be had from them.
const MinPairs = 6

// Interval is a ratio with its 95 % interval. Without an interval (too few pairs) Low and High are NaN.
type Interval struct {
	Ratio Number `json:"ratio"`
	Low   Number `json:"low"`
	High  Number `json:"high"`
	Pairs int    `json:"pairs"`
}

// Known reports whether there is an interval.
func (i Interval) Known() bool { return !math.IsNaN(float64(i.Low)) && !math.IsNaN(float64(i.High)) }

// Excludes reports whether x lies outside the interval.
func (i Interval) Excludes(x float64) bool { return x < float64(i.Low) || x > float64(i.High) }

// Disjoint reports whether no value lies in both intervals.
func (i Interval) Disjoint(other Interval) bool { return i.High < other.Low || i.Low > other.High }

// pair is one measurement of both sides in the same round: each a quantity and what it is counted by
// (bytes by requests; a percentile by 1).
type pair struct{ a, aBy, b, bBy float64 }

// ratio is b's value by a's. It is NaN if it says nothing (0 by 0), and +Inf if only a is 0.
func (p pair) ratio() float64 { return (p.b / p.bBy) / (p.a / p.aBy) }

// medianRatio is the median of the pairs' ratios, taken on a logarithmic scale: between the two middle ones of an even
// number it is their geometric mean, so that halving and doubling cancel.
func medianRatio(pairs []pair) float64 {
	ratios := make([]float64, 0, len(pairs))
	for _, p := range pairs {
		if r := p.ratio(); !math.IsNaN(r) {
			ratios = append(ratios, r)
		}
	}
	slices.Sort(ratios)
	n := len(ratios)
	switch {
	case n == 0:
		return math.NaN()
	case n%2 == 1:
		return ratios[n/2]
	}
	return math.Sqrt(ratios[n/2-1]) * math.Sqrt(ratios[n/2])
}

// ratioOfTotals is the ratio of the sums over all pairs: for quantities that are often 0 in a single block,
// such as garbage collections, and have no useful ratio there.
func ratioOfTotals(pairs []pair) float64 {
	var sum pair
	for _, p := range pairs {
		sum.a, sum.aBy, sum.b, sum.bBy = sum.a+p.a, sum.aBy+p.aBy, sum.b+p.b, sum.bBy+p.bBy
	}
	return sum.ratio()
}

// bootstrap estimates a ratio over pairs with its 95 % percentile interval (Efron 1979): pairs are drawn with
// replacement, whole, so that what both sides of a round had in common stays in common. Same seed, same interval.
// In simulations it covers the truth in 93 to 95 % for medianRatio, and for ratioOfTotals in 85 % with 6 pairs,
// 91 % with 16 and 93 % with 30.
func bootstrap(pairs []pair, estimate func([]pair) float64, seed uint64) Interval {
	result := Interval{Ratio: Number(estimate(pairs)), Low: Number(math.NaN()), High: Number(math.NaN()), Pairs: len(pairs)}
	if len(pairs) < MinPairs || math.IsNaN(float64(result.Ratio)) {
		return result
	}
	random := rand.New(rand.NewPCG(seed, uint64(len(pairs))))
	drawn := make([]pair, len(pairs))
	estimates := make([]float64, 0, draws)
	for range draws {
		for i := range drawn {
			drawn[i] = pairs[random.IntN(len(pairs))]
		}
		if e := estimate(drawn); !math.IsNaN(e) {
			estimates = append(estimates, e)
		}
	}
	slices.Sort(estimates)
	result.Low = Number(quantile(estimates, (1-confidence)/2))
	result.High = Number(quantile(estimates, (1+confidence)/2))
	return result
}

// quantile of sorted values by nearest rank; NaN if there are none.
func quantile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	rank := int(math.Ceil(q*float64(len(sorted)))) - 1
	return sorted[min(max(rank, 0), len(sorted)-1)]
}
