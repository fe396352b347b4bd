package figure_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rcpool/rcpool/lab/internal/figure"
)

func TestMedian_HasNoIntervalWithFewRounds(t *testing.T) {
	values := []float64{5, 1, 4, 2, 3, 6}
	if e := figure.Median(values[:figure.MinRounds-1]); e.Known() || e != (figure.Estimate{Median: 3, Low: 1, High: 5, Rounds: 5}) {
		t.Errorf("of five: %v", e)
	}
	if e := figure.Median(values); !e.Known() || e != (figure.Estimate{Median: 3.5, Low: 1, High: 6, Rounds: 6}) {
		t.Errorf("of six: %v", e)
	}
	if !slices.Equal(values, []float64{5, 1, 4, 2, 3, 6}) {
		t.Error("Median sorted its argument")
	}
	if e := figure.Median(nil); e.Known() || !math.IsNaN(e.Median) {
		t.Errorf("of none: %v", e)
	}
}

func TestRatio_LeavesOutRoundsWithoutBase(t *testing.T) {
	if got := figure.Ratio([]float64{0, 3, 5}, []float64{1, 0, 2}); got.Median != 1.25 || got.Rounds != 2 {
		t.Errorf("%v", got)
	}
	if got := figure.Ratio([]float64{1}, []float64{0}); !math.IsNaN(got.Median) || got.Known() {
		t.Errorf("%v of nothing", got)
	}
}

// measured makes rounds whose true ratio is truth, with logarithmic noise of
// sigma on both sides and a disturbance that both sides of a round share.
func measured(random *rand.Rand, n int, truth, sigma float64) (values, base []float64) {
	for range n {
		shared := math.Exp(random.NormFloat64())
		base = append(base, shared*math.Exp(sigma*random.NormFloat64()))
		values = append(values, shared*truth*math.Exp(sigma*random.NormFloat64()))
	}
	return values, base
}

func TestRatio_CoversTheTruthInAbout95Of100Experiments(t *testing.T) {
	const truth, experiments = 0.12, 200
	for _, n := range []int{6, 12, 16} {
		random := rand.New(rand.NewPCG(uint64(n), 1))
		covered := 0
		for range experiments {
			if e := figure.Ratio(measured(random, n, truth, 0.1)); !e.Excludes(truth) {
				covered++
			}
		}
		// 95 % of 200 are 190, with a standard deviation of 3.1.
		if covered < 180 {
			t.Errorf("%d rounds: %d of %d intervals cover the truth", n, covered, experiments)
		}
	}
}

func TestRatio_FindsAKnownRatioDespiteWhatRoundsShare(t *testing.T) {
	e := figure.Ratio(measured(rand.New(rand.NewPCG(1, 1)), 20, 0.8, 0.02))
	if math.Abs(e.Median-0.8) > 0.02 || e.High-e.Low > 0.05 || !e.Excludes(1) || e.Rounds != 20 {
		t.Errorf("got %+v, want 0.8 within 0.02", e)
	}
}

func TestEstimate_JSON(t *testing.T) {
	nan := math.NaN()
	for want, e := range map[string]figure.Estimate{
		"[1.23457,1.1,1.3,12]":  {Median: 1.234567, Low: 1.1, High: 1.3, Rounds: 12},
		"[24,12]":               {Median: 24, Low: 24, High: 24, Rounds: 12},
		"[null,null,null,0]":    {Median: nan, Low: nan, High: nan},
		"[9.5,3.8,null,6]":      {Median: 9.5, Low: 3.8, High: math.Inf(1), Rounds: 6},
		"[1.40131e-8,0,1e-7,3]": {Median: 1.401312e-8, Low: 0, High: 1e-7, Rounds: 3},
	} {
		text, err := json.Marshal(e)
		if err != nil || string(text) != want {
			t.Errorf("%v is written %s, %v; want %s", e, text, err, want)
		}
		var back figure.Estimate
		if err := json.Unmarshal(text, &back); err != nil || back.Rounds != e.Rounds || back.Known() != e.Known() || math.IsNaN(back.Low) != math.IsNaN(e.Low) || figure.Bounds(back) != figure.Bounds(e) {
			t.Errorf("%s is read as %v, %v", text, back, err)
		}
	}
	for _, wrong := range []string{"[1,2,3]", "7", `["a",1]`} {
		var e figure.Estimate
		if err := json.Unmarshal([]byte(wrong), &e); err == nil {
			t.Errorf("%s is read as %v", wrong, e)
		}
	}
}
