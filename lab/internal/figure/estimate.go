// Package figure turns measurements into the figures of a page: medians and
// ratios with their intervals, and numbers with their units.
package figure

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"

	"golang.org/x/perf/benchmath"
)

// Confidence is that of every interval.
const Confidence = 0.95

// MinRounds is the number of rounds that an interval needs: with fewer, the
// range of all values misses the median in more than 5 % of the cases (2/2^n).
const MinRounds = 6

// An Estimate is a median with its interval. Low and High bound the 95 %
// interval if there were at least MinRounds rounds; with fewer they are the
// lowest and the highest value. The Estimate of no values has NaN everywhere.
//
// Its JSON is [median, low, high, rounds], or [median, rounds] if all values
// are equal, with six digits and null for what is not a number. A high bound that
// is null beside a low one is infinite.
type Estimate struct {
	Median, Low, High float64
	Rounds            int
}

// Known reports whether Low and High bound an interval.
func (e Estimate) Known() bool { return e.Rounds >= MinRounds && !math.IsNaN(e.Median) }

// Excludes reports whether x lies outside the interval.
func (e Estimate) Excludes(x float64) bool { return x < e.Low || x > e.High }

// Disjoint reports whether no value lies in both intervals.
func (e Estimate) Disjoint(other Estimate) bool { return e.High < other.Low || e.Low > other.High }

// Median estimates the median of values. The interval assumes nothing about
// how the values are distributed.
func Median(values []float64) Estimate {
	if len(values) == 0 {
		return Estimate{math.NaN(), math.NaN(), math.NaN(), 0}
	}
	sorted := slices.Sorted(slices.Values(values))
	summary := benchmath.AssumeNothing.Summary(benchmath.NewSample(sorted, &benchmath.DefaultThresholds), Confidence)
	e := Estimate{summary.Center, summary.Lo, summary.Hi, len(values)}
	if len(values) < MinRounds {
		e.Low, e.High = sorted[0], sorted[len(sorted)-1]
	}
	return e
}

// Ratio estimates the median of the ratios of the values to the base in the
// same round. It leaves out the rounds whose base is 0.
func Ratio(values, base []float64) Estimate {
	var ratios []float64
	for i := range min(len(values), len(base)) {
		if base[i] > 0 {
			ratios = append(ratios, values[i]/base[i])
		}
	}
	return Median(ratios)
}

// MarshalJSON writes the estimate as an array.
func (e Estimate) MarshalJSON() ([]byte, error) {
	all := []any{short(e.Median), short(e.Low), short(e.High), e.Rounds}
	if e.Low == e.High && e.Low == e.Median {
		all = []any{short(e.Median), e.Rounds}
	}
	return json.Marshal(all)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (e *Estimate) UnmarshalJSON(data []byte) error {
	var all []Number
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	switch len(all) {
	case 2:
		*e = Estimate{float64(all[0]), float64(all[0]), float64(all[0]), int(all[1])}
	case 4:
		*e = Estimate{float64(all[0]), float64(all[1]), float64(all[2]), int(all[3])}
		if math.IsNaN(e.High) && !math.IsNaN(e.Low) {
			e.High = math.Inf(1)
		}
	default:
		return fmt.Errorf("an estimate has 2 or 4 numbers, and not %d", len(all))
	}
	return nil
}

// short drops the digits that no page shows.
func short(x float64) Number { return Number(rounded(x, 6)) }

// Number is a float64 whose JSON is null where there is no finite number.
type Number float64

// MarshalJSON writes the number, or null.
func (n Number) MarshalJSON() ([]byte, error) {
	if x := float64(n); math.IsNaN(x) || math.IsInf(x, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// UnmarshalJSON reads a number, and null as NaN.
func (n *Number) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*n = Number(math.NaN())
		return nil
	}
	return json.Unmarshal(data, (*float64)(n))
}

// rounded rounds x to so many significant digits.
func rounded(x float64, digits int) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
	if err != nil {
		return x // cannot happen: it was just written
	}
	return r
}
