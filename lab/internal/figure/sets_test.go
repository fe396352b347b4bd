package figure_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/rcpool/rcpool/lab/internal/figure"
)

func TestTotalRatioOverSets_UsesRoundsWithoutAny(t *testing.T) {
	sets := []figure.Set{{{0, 1, 4, 1}, {1, 1, 0, 1}}, {{1, 2, 4, 2}}}
	if got := figure.TotalRatioOverSets(sets, 1); got.Median != 0.25 || got.Known() || got.Rounds != 2 {
		t.Errorf("%v, want 2 by 8", got)
	}
}

func TestRatioOverSets_LeavesOutPairsWithoutOneSide(t *testing.T) {
	sets := []figure.Set{{{2, 1, 1, 1}, {1, 1, 0, 1}}, {{8, 1, 1, 1}, {0, 1, 1, 1}}, {{0, 1, 1, 1}}}
	if got := figure.RatioOverSets(sets, 1); math.Abs(got.Median-4) > 1e-9 || got.Rounds != 2 {
		t.Errorf("%v, want the geometric mean of 2 and 8, from 2 sets", got)
	}
	if got := figure.RatioOverSets(nil, 1); !math.IsNaN(got.Median) || got.Known() {
		t.Errorf("%v of nothing", got)
	}
}

// simulated makes sets of pairs whose true ratio is truth. Every process has a
// bias of its own, which is the same in all rounds of its set.
func simulated(random *rand.Rand, sets, rounds int, truth, process, round float64) []figure.Set {
	vary := func(sigma float64) float64 { return math.Exp(sigma * random.NormFloat64()) }
	all := make([]figure.Set, sets)
	for i := range all {
		ours, theirs := vary(process), vary(process)
		for range rounds {
			shared := vary(0.5)
			all[i] = append(all[i], figure.Pair{Amount: truth * shared * ours * vary(round), By: 1, BaseAmount: shared * theirs * vary(round), BaseBy: 1})
		}
	}
	return all
}

func TestOverSets_IntervalCoversTheTruthDespiteDifferencesBetweenProcesses(t *testing.T) {
	const truth = 0.9
	experiments, enough := 100, 88 // 95 % of 100 have a standard deviation of 2.2; without the sets it is 40
	if testing.Short() {
		experiments, enough = 30, 23
	}
	for name, estimate := range map[string]func([]figure.Set, uint64) figure.Estimate{
		"geometric mean": figure.RatioOverSets, "totals": figure.TotalRatioOverSets,
	} {
		for _, of := range []struct {
			sets, rounds   int
			process, round float64
		}{{6, 2, 0.1, 0.02}, {6, 2, 0.02, 0.1}, {10, 3, 0.1, 0.1}} {
			random := rand.New(rand.NewPCG(uint64(of.sets), 3))
			covered := 0
			for range experiments {
				if e := estimate(simulated(random, of.sets, of.rounds, truth, of.process, of.round), 1); !e.Excludes(truth) {
					covered++
				}
			}
			if covered < enough {
				t.Errorf("%s, %+v: %d of %d intervals cover the truth", name, of, covered, experiments)
			}
			t.Logf("%s, %+v: %d of %d", name, of, covered, experiments)
		}
	}
}

func TestOverSets_SameSeedSameInterval(t *testing.T) {
	sets := simulated(rand.New(rand.NewPCG(2, 2)), 7, 2, 0.5, 0.1, 0.1)
	first := figure.RatioOverSets(sets, 9)
	if again := figure.RatioOverSets(sets, 9); first != again || !first.Known() || first.Excludes(0.5) || !first.Excludes(1) {
		t.Errorf("%+v and %+v", first, again)
	}
	if few := figure.RatioOverSets(sets[:figure.MinRounds-1], 9); few.Known() {
		t.Errorf("few sets have the interval %+v", few)
	}
}
