package report

import (
	"math"

	"github.com/rcpool/rcpool/lab/experiment"
	"github.com/rcpool/rcpool/lab/internal/chart"
	"github.com/rcpool/rcpool/lab/internal/figure"
)

// forest is the picture of all ratios with their intervals: one row per measure, on a logarithmic axis,
// with the A/A comparison behind it.
type forest struct {
	Class         string
	Width, Height float64
	Left, Right   float64
	Bottom        float64
	One           float64 // where the ratio is 1
	Ticks         []chart.Tick
	Rows          []forestRow
	Stacked       bool // names above the rows, where there is no room beside them
}

type forestRow struct {
	Y, NameX, NameY float64
	Name, Text      string
	Class           string // the verdict's
	Dot, Low, High  float64
	NoiseX, NoiseW  float64
	TextX           float64
}

// drawForest returns the drawings of a variant for wide and narrow screens, and none if there are no intervals to draw.
func drawForest(comparisons []experiment.Comparison, head experiment.Variant) []forest {
	low, high := 0.8, 1.25 // at least this much around 1
	any := false
	for _, c := range comparisons {
		for _, i := range []figure.Estimate{c.Of(head).Effect, c.Noise} {
			if drawable(i) {
				any = true
				low, high = min(low, i.Low), max(high, i.High)
			}
		}
	}
	if !any {
		return nil
	}
	low, high = max(low/1.08, 0.001), min(high*1.08, 1000)
	return []forest{
		forestAt(comparisons, head, "wide", wideWidth, 228, 122, 34, false, low, high),
		forestAt(comparisons, head, "narrow", narrowWidth, 12, 12, 50, true, low, high),
	}
}

func drawable(i figure.Estimate) bool {
	return i.Known() && i.Low > 0 && !math.IsInf(i.High, 0) && i.High >= i.Low
}

func forestAt(comparisons []experiment.Comparison, head experiment.Variant, class string, width, left, right, row float64, stacked bool, low, high float64) forest {
	f := forest{Class: class, Width: width, Left: left, Right: width - right, Stacked: stacked}
	x := chart.Logarithmic(low, high, f.Left, f.Right)
	y := 14.0
	for _, c := range comparisons {
		a := c.Of(head)
		r := forestRow{Name: c.Name, Class: string(a.Verdict), Text: figure.Factor(a.Effect.Median), TextX: width - 4}
		if drawable(a.Effect) {
			r.Dot, r.Low, r.High = x(a.Effect.Median), x(a.Effect.Low), x(a.Effect.High)
		}
		if drawable(c.Noise) {
			r.NoiseX = x(c.Noise.Low)
			r.NoiseW = max(math.Round(10*(x(c.Noise.High)-r.NoiseX))/10, 2)
		}
		if stacked {
			r.NameX, r.NameY, r.Y = f.Left, y+10, y+row-20
		} else {
			r.NameX, r.NameY, r.Y = f.Left-14, y+row/2+4, y+row/2
		}
		f.Rows = append(f.Rows, r)
		y += row
	}
	f.Bottom = y + 6
	f.Height = f.Bottom + 44
	f.One = x(1)
	room := math.Inf(-1)
	for _, ratio := range chart.Factors(low, high) {
		at := x(ratio.At)
		if ratio.At != 1 && (at-room < 34 || math.Abs(at-f.One) < 34) {
			continue
		}
		f.Ticks = append(f.Ticks, chart.Tick{At: at, Text: ratio.Text})
		room = at
	}
	return f
}
