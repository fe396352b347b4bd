// Package chart has what drawings have in common: scales, the marks on their
// axes, and the paths of their curves.
package chart

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A Scale maps a value to a coordinate.
type Scale func(value float64) float64

// Linear returns the scale that maps low and high to the coordinates from and
// to.
func Linear(low, high, from, to float64) Scale {
	if high <= low {
		high = low + 1
	}
	return func(v float64) float64 { return tenth(from + (v-low)/(high-low)*(to-from)) }
}

// Logarithmic returns the scale that maps low and high to the coordinates from
// and to, and the same factor always to the same distance. A value outside goes
// to the nearest end.
func Logarithmic(low, high, from, to float64) Scale {
	if high <= low {
		return func(float64) float64 { return tenth((from + to) / 2) }
	}
	return func(v float64) float64 {
		return tenth(from + math.Log(min(max(v, low), high)/low)/math.Log(high/low)*(to-from))
	}
}

// tenth rounds a coordinate; more digits would only make the page larger.
func tenth(v float64) float64 { return math.Round(10*v) / 10 }

// A Tick is a mark on an axis.
type Tick struct {
	At   float64
	Text string
}

// Round returns about n ticks at round numbers from low to beyond high, and one
// if high is not above low, or is not a number.
func Round(low, high float64, n int) []Tick {
	if !(high > low) {
		high = low
	}
	step := math.Pow(10, math.Floor(math.Log10((high-low)/float64(n))))
	if math.IsNaN(step) || math.IsInf(step, 0) || step <= 0 {
		step = 1
	}
	for _, factor := range []float64{1, 2, 5, 10} {
		if (high-low)/(step*factor) <= float64(n) {
			step *= factor
			break
		}
	}
	decimals := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	var ticks []Tick
	for i := math.Ceil(low / step); ; i++ {
		ticks = append(ticks, Tick{i * step, strconv.FormatFloat(i*step+0, 'f', decimals, 64)}) // +0 turns -0 into 0
		if i*step >= high {
			return ticks
		}
	}
}

// Factors returns ticks at the ratios 1, 2, 5, 10 and so on, and 0.5, 0.2, 0.1
// and so on, that lie from low to high.
func Factors(low, high float64) []Tick {
	var ticks []Tick
	for exponent := -4; exponent <= 3; exponent++ {
		for _, digit := range []string{"1", "2", "5"} {
			ratio, _ := strconv.ParseFloat(digit+"e"+strconv.Itoa(exponent), 64)
			if ratio >= low && ratio <= high {
				ticks = append(ticks, Tick{ratio, strconv.FormatFloat(ratio, 'f', -1, 64) + "×"})
			}
		}
	}
	return ticks
}

// A Point is a value in the units of the data.
type Point struct{ X, Y float64 }

// Path returns the d attribute of an SVG path through the points.
func Path(points []Point, x, y Scale) string {
	return path(points, func(p Point) string { return fmt.Sprintf("L%g %g", x(p.X), y(p.Y)) }, x, y)
}

// Steps returns the d attribute of an SVG path in which the value of a point
// holds since the point before.
func Steps(points []Point, x, y Scale) string {
	return path(points, func(p Point) string { return fmt.Sprintf("V%gH%g", y(p.Y), x(p.X)) }, x, y)
}

func path(points []Point, next func(Point) string, x, y Scale) string {
	var d strings.Builder
	for i, p := range points {
		if i == 0 {
			fmt.Fprintf(&d, "M%g %g", x(p.X), y(p.Y))
		} else {
			d.WriteString(next(p))
		}
	}
	return d.String()
}
