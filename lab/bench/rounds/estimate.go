package rounds

import (
	"math"

	"golang.org/x/perf/benchmath"
)

const confidence = 0.95

// MinRounds is how many rounds an interval needs: with fewer, even the range of
// all values leaves the median out too often.
const MinRounds = 6

// An Estimate is a median with its 95 % interval, which assumes nothing of how
// the values are distributed. Of fewer than MinRounds values there is none: Low
// and High are NaN. Of no values the median is NaN, too.
type Estimate struct{ Median, Low, High float64 }

// Known reports whether there is an interval.
func (e Estimate) Known() bool { return !math.IsNaN(e.Low) && !math.IsNaN(e.High) }

// Median is the median of values.
func Median(values []float64) Estimate {
	none := math.NaN()
	if len(values) == 0 {
		return Estimate{none, none, none}
	}
	summary := benchmath.AssumeNothing.Summary(benchmath.NewSample(append([]float64(nil), values...), &benchmath.DefaultThresholds), confidence)
	if len(values) < MinRounds {
		return Estimate{summary.Center, none, none}
	}
	return Estimate{summary.Center, summary.Lo, summary.Hi}
}

// Ratio is the median of what the values are by those of the base in the same
// round. A round that has a 0 says nothing of it.
func Ratio(values, base []float64) Estimate {
	var ratios []float64
	for i := range min(len(values), len(base)) {
		if values[i] > 0 && base[i] > 0 {
			ratios = append(ratios, values[i]/base[i])
		}
	}
	return Median(ratios)
}
