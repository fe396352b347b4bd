package figure

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"golang.org/x/perf/benchunit"
)

// Units of Go's benchmark format, as golang.org/x/perf/benchunit tidies them.
const (
	Seconds = "sec/op"
	Bytes   = "B/op"
	Allocs  = "allocs/op"
	Share   = "%" // a share of 1
)

// Quantity writes a value of a unit with three digits and the unit: 14.2 ns,
// 807 KiB, 1.25 %. A unit that is neither of time, bytes nor a share is a count
// and is not written.
func Quantity(value float64, unit string) string {
	suffix := ""
	switch first, _, _ := strings.Cut(unit, "/"); {
	case unit == Share:
		return Digits(100*value) + " %"
	case first == "sec" || strings.HasSuffix(first, "-sec"):
		suffix = "s"
	case benchunit.ClassOf(unit) == benchunit.Binary:
		suffix = "B"
	default:
		return whole(value)
	}
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return Digits(value)
	}
	if suffix == "s" {
		value = rounded(value, 3) // first, so that 999.9 ns becomes 1.00 µs
	}
	scale := benchunit.CommonScale([]float64{value}, benchunit.ClassOf(unit))
	if suffix == "s" && scale.Factor > 1 {
		scale.Factor, scale.Prefix = 1, "" // thousands of seconds, and not kiloseconds
	}
	digits := Digits
	if suffix == "B" {
		digits = whole
	}
	return digits(value/scale.Factor) + " " + scale.Prefix + suffix
}

// whole writes a number that has no fraction without one.
func whole(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1000 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return Digits(x)
}

// Interval writes the bounds of an estimate in a unit: [13.7 ns, 14.9 ns] for
// an interval, (13.7 ns–14.9 ns) for the lowest and the highest of too few
// rounds, and nothing if both are the same.
func Interval(e Estimate, unit string) string {
	return bounds(e, func(x float64) string { return Quantity(x, unit) })
}

// Factor writes a ratio: 1.31×.
func Factor(ratio float64) string {
	if math.IsNaN(ratio) {
		return Digits(ratio)
	}
	return Digits(ratio) + "×"
}

// Times writes a ratio with its bounds: **1.31×** [1.25, 1.40].
func Times(e Estimate) string {
	text := "**" + Factor(e.Median) + "**"
	if b := Bounds(e); b != "" {
		text += " " + b
	}
	return text
}

// Percent writes a share with its bounds, in whole percents: 95 % [91, 99].
func Percent(e Estimate) string {
	if math.IsNaN(e.Median) {
		return "–"
	}
	percent := func(x float64) string { return fmt.Sprintf("%.0f", math.Round(100*x)+0) } // +0: there is no -0 %
	return strings.TrimSpace(percent(e.Median) + " % " + bounds(e, percent))
}

// Bounds writes the bounds of a ratio, as Interval does: [1.25, 1.40].
func Bounds(e Estimate) string { return bounds(e, Digits) }

func bounds(e Estimate, text func(float64) string) string {
	switch {
	case e.Low == e.High || math.IsNaN(e.Low) || math.IsNaN(e.High):
		return ""
	case e.Known():
		return fmt.Sprintf("[%s, %s]", text(e.Low), text(e.High))
	}
	return fmt.Sprintf("(%s–%s)", text(e.Low), text(e.High))
}

// Digits writes a number with three significant digits and without an exponent:
// 0.0123, 1.02, 45.6, 789, 12,300.
func Digits(x float64) string {
	switch {
	case math.IsNaN(x):
		return "n/a"
	case math.IsInf(x, 0):
		return "∞"
	case x == 0:
		return "0"
	}
	x = rounded(x, 3) // first, so that 9.999 becomes 10.0 and not 10.00
	decimals := 2 - int(math.Floor(math.Log10(math.Abs(x))))
	return thousands(strconv.FormatFloat(x, 'f', max(decimals, 0), 64))
}

// Count writes a whole number with all its digits: 550,000.
func Count(n uint64) string { return thousands(strconv.FormatUint(n, 10)) }

// thousands puts commas into the whole part of a number.
func thousands(digits string) string {
	whole, fraction, _ := strings.Cut(digits, ".")
	for i := len(whole) - 3; i > 0 && whole[i-1] != '-'; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if fraction != "" {
		whole += "." + fraction
	}
	return whole
}
