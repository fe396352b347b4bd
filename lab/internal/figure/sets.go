package figure

import (
	"math"
	"math/rand/v2"
	"slices"
)

const draws = 4000 // resamples of a bootstrap

// A Pair is one measurement of both sides in the same round: each an amount
// and what it is counted by, such as garbage collections by requests.
type Pair struct{ Amount, By, BaseAmount, BaseBy float64 }

// ratio is that of the pair: NaN or infinite if a side has nothing.
func (p Pair) ratio() float64 { return (p.Amount / p.By) / (p.BaseAmount / p.BaseBy) }

// add adds another pair, part by part.
func (p *Pair) add(other Pair) {
	p.Amount, p.By = p.Amount+other.Amount, p.By+other.By
	p.BaseAmount, p.BaseBy = p.BaseAmount+other.BaseAmount, p.BaseBy+other.BaseBy
}

// A Set is the pairs of one set of processes. What differs between processes and
// stays as long as they live, such as the layout of the heap or the phase of the
// garbage collections, is the same in all pairs of a set: so a run measures
// several sets, and its intervals are over sets first.
type Set []Pair

// RatioOverSets estimates the ratio of both sides: the geometric mean of the
// ratios of all pairs. It leaves out pairs of which a side has nothing. Rounds of
// the Estimate is the number of sets.
func RatioOverSets(sets []Set, seed uint64) Estimate {
	var logarithms []Set // each with a count of 1, so that a sum of them has their mean
	for _, s := range sets {
		var of Set
		for _, p := range s {
			if r := p.ratio(); r > 0 && !math.IsInf(r, 0) {
				of = append(of, Pair{Amount: math.Log(r), By: 1})
			}
		}
		if len(of) > 0 {
			logarithms = append(logarithms, of)
		}
	}
	return overSets(logarithms, seed, func(sum Pair) float64 { return math.Exp(sum.Amount / sum.By) })
}

// TotalRatioOverSets estimates the ratio of the totals over all rounds, for
// amounts that are often 0 in a single round and have no useful ratio there.
func TotalRatioOverSets(sets []Set, seed uint64) Estimate { return overSets(sets, seed, Pair.ratio) }

// overSets estimates a statistic of the sum of pairs. The interval is that of a
// bootstrap (Efron 1979) in two stages: it draws sets with replacement, and of
// each set pairs with replacement, whole, so that what both sides of a pair have
// in common stays in common. The percentile interval of so few sets is too
// narrow; it is widened as Student's t widens the normal one (Hesterberg 2015,
// "What teachers should know about the bootstrap", section 5.3). The same seed
// gives the same interval. In simulations with 6 sets of 2 pairs it covers the
// truth in 91 to 98 % of the cases; the more of the noise is that of the
// processes, the fewer.
func overSets(sets []Set, seed uint64, statistic func(sum Pair) float64) Estimate {
	if len(sets) == 0 {
		return Median(nil)
	}
	var all Pair
	for _, s := range sets {
		for _, p := range s {
			all.add(p)
		}
	}
	estimate := statistic(all)
	e := Estimate{estimate, estimate, estimate, len(sets)}
	if !e.Known() {
		return e
	}
	random := rand.New(rand.NewPCG(seed, uint64(len(sets))))
	estimates := make([]float64, 0, draws)
	for range draws {
		var drawn Pair
		for range sets {
			s := sets[random.IntN(len(sets))]
			for range s {
				drawn.add(s[random.IntN(len(s))])
			}
		}
		if r := statistic(drawn); !math.IsNaN(r) {
			estimates = append(estimates, r)
		}
	}
	slices.Sort(estimates)
	tail := expandedTail(len(sets))
	e.Low, e.High = quantile(estimates, tail), quantile(estimates, 1-tail)
	return e
}

// expandedTail is the share of a bootstrap's draws outside of each end of a 95 %
// interval over n units.
func expandedTail(n int) float64 {
	const z = 1.959964 // of the normal distribution
	degrees := float64(n - 1)
	// Student's t by its expansion in 1/degrees, to within 0.2 % from 5 degrees on.
	t := z + (math.Pow(z, 3)+z)/(4*degrees) + (5*math.Pow(z, 5)+16*math.Pow(z, 3)+3*z)/(96*degrees*degrees)
	return math.Erfc(t*math.Sqrt(float64(n)/degrees)/math.Sqrt2) / 2
}

// quantile of sorted values by nearest rank; NaN if there are none.
func quantile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	rank := int(math.Ceil(q*float64(len(sorted)))) - 1
	return sorted[min(max(rank, 0), len(sorted)-1)]
}
