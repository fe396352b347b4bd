package rcdebug

import (
	"fmt"
	"strings"
	"time"
)

// A chart draws the recent gets per second of a pool as SVG. The right edge is
// now, the left edge is the start of the window, and the top is the peak.
type chart struct {
	Width, Height float64 // of the viewBox
	Line, Area    string  // the d attributes of paths; empty without history
	Label         string  // for screen readers
	Peak          string  // the highest rate as text; empty if it is 0
}

const (
	chartWidth  = 180
	chartHeight = 34
	chartMargin = 2 // above the peak, for the width of the line
)

// draw draws the rates between samples. A rate holds for the whole time between
// two samples, so the line has steps. It has a gap where a rate is not known.
func draw(now time.Time, window time.Duration, samples []time.Time, rates []*float64) chart {
	c := chart{Width: chartWidth, Height: chartHeight}
	peak, known := 0.0, false
	for _, rate := range rates {
		if rate != nil {
			peak, known = max(peak, *rate), true
		}
	}
	if !known {
		c.Label = "no history yet"
		return c
	}
	c.Label = fmt.Sprintf("gets per second in the last %s: now %s, peak %s", span(window), perSecond(rates[len(rates)-1]), perSecond(&peak))
	if peak > 0 {
		c.Peak = perSecond(&peak)
	}

	x := func(at time.Time) float64 {
		return chartWidth * max(0, 1-now.Sub(at).Seconds()/window.Seconds())
	}
	y := func(rate float64) float64 {
		if peak == 0 {
			return chartHeight
		}
		return chartHeight - rate/peak*(chartHeight-chartMargin)
	}
	var line, area strings.Builder
	for i, rate := range rates {
		if rate == nil {
			continue
		}
		from, to, level := x(samples[i]), x(samples[i+1]), y(*rate)
		if i == 0 || rates[i-1] == nil {
			fmt.Fprintf(&line, "M%.1f %.1f", from, level)
			fmt.Fprintf(&area, "M%.1f %dV%.1f", from, chartHeight, level)
		} else if *rates[i-1] != *rate {
			fmt.Fprintf(&line, "V%.1f", level)
			fmt.Fprintf(&area, "V%.1f", level)
		}
		last := i == len(rates)-1 || rates[i+1] == nil
		if last || *rates[i+1] != *rate { // equal rates in a row are one step
			fmt.Fprintf(&line, "H%.1f", to)
			fmt.Fprintf(&area, "H%.1f", to)
		}
		if last {
			fmt.Fprintf(&area, "V%dZ", chartHeight)
		}
	}
	c.Line, c.Area = line.String(), area.String()
	return c
}
