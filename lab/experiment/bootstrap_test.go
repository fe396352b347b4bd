package experiment

import (
	"math"
	"math/rand/v2"
	"testing"
)

// ratios makes pairs whose true ratio is truth, with logarithmic noise of sigma on both sides and a disturbance
// that both sides of a pair share.
func ratios(random *rand.Rand, n int, truth, sigma float64) []pair {
	pairs := make([]pair, n)
	for i := range pairs {
		shared := math.Exp(random.NormFloat64()) // a pair's both blocks ran while the machine was so busy
		pairs[i] = pair{
			a: shared * math.Exp(sigma*random.NormFloat64()), aBy: 1,
			b: shared * truth * math.Exp(sigma*random.NormFloat64()), bBy: 1,
		}
	}
	return pairs
}

func TestBootstrap_CoversTheTruthInAbout95Of100Experiments(t *testing.T) {
	for _, truth := range []float64{0.12} {
		for _, n := range []int{8, 16} {
			random := rand.New(rand.NewPCG(uint64(n), math.Float64bits(truth)))
			const experiments = 120
			covered := 0
			for i := range experiments {
				in := bootstrap(ratios(random, n, truth, 0.1), medianRatio, uint64(i))
				if !in.Excludes(truth) {
					covered++
				}
			}
			// 95 % of 120 are 114, with a standard deviation of 2.4.
			if covered < 106 {
				t.Errorf("truth %v, %d pairs: %d of %d intervals hold it", truth, n, covered, experiments)
			}
		}
	}
}

func TestBootstrap_FindsAKnownRatioDespiteWhatPairsShare(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	in := bootstrap(ratios(random, 20, 0.8, 0.02), medianRatio, 1)
	if math.Abs(float64(in.Ratio)-0.8) > 0.02 || in.High-in.Low > 0.05 || !in.Excludes(1) || in.Pairs != 20 {
		t.Errorf("got %+v, want 0.8 within 0.02", in)
	}
}

func TestBootstrap_SameSeedSameInterval(t *testing.T) {
	pairs := ratios(rand.New(rand.NewPCG(2, 2)), 14, 1, 0.1)
	if first, again := bootstrap(pairs, medianRatio, 9), bootstrap(pairs, medianRatio, 9); first != again {
		t.Errorf("%+v and %+v", first, again)
	}
}

func TestBootstrap_TooFewPairsGiveNoInterval(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for n := range MinPairs {
		if in := bootstrap(ratios(random, n, 0.5, 0.01), medianRatio, 1); in.Known() {
			t.Errorf("%d pairs gave %+v", n, in)
		}
	}
	if in := bootstrap(ratios(random, MinPairs, 0.5, 0.01), medianRatio, 1); !in.Known() {
		t.Errorf("%d pairs gave none", MinPairs)
	}
}

func TestMedianRatio(t *testing.T) {
	of := func(ratios ...float64) []pair {
		var pairs []pair
		for _, r := range ratios {
			pairs = append(pairs, pair{a: 2, aBy: 1, b: 2 * r, bBy: 1})
		}
		return pairs
	}
	for _, test := range []struct {
		name  string
		pairs []pair
		want  float64
	}{
		{"odd", of(0.5, 3, 0.1), 0.5},
		{"halving and doubling cancel", of(0.5, 2), 1},
		{"an outlier does not move it", of(0.9, 0.9, 0.9, 50), 0.9},
		{"nothing on both sides says nothing", append(of(0.5), pair{0, 1, 0, 1}), 0.5},
		{"down to nothing", of(0, 0, 0.5), 0},
		{"up from nothing", []pair{{0, 1, 3, 1}, {0, 1, 3, 1}}, math.Inf(1)},
		{"counted by different amounts", []pair{{a: 10, aBy: 100, b: 10, bBy: 50}}, 2},
		{"no pairs", nil, math.NaN()},
	} {
		if got := medianRatio(test.pairs); got != test.want && !(math.Abs(got-test.want) < 1e-12) && !(math.IsNaN(got) && math.IsNaN(test.want)) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

func TestRatioOfTotals_UsesBlocksWithoutAny(t *testing.T) {
	pairs := []pair{{a: 4, aBy: 1, b: 0, bBy: 1}, {a: 0, aBy: 1, b: 1, bBy: 1}, {a: 4, aBy: 2, b: 1, bBy: 2}}
	if got := ratioOfTotals(pairs); got != 0.25 {
		t.Errorf("%v, want 2 by 8", got)
	}
	if got := ratioOfTotals([]pair{{0, 1, 0, 1}}); !math.IsNaN(got) {
		t.Errorf("nothing by nothing is %v", got)
	}
}
