package rcdebug

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// A chart draws one series of the history as SVG: the right edge is now, the left
// edge is the start of the window.
type chart struct {
	Width, Height int    // of the viewBox
	Path          string // the outline of the area below the values; empty if none is known
	Label         string // for screen readers, and on hovering
	Note          string // the extreme of the values; may be empty
}

const (
	chartWidth  = 480
	chartHeight = 96
	chartMargin = 4 // above the highest value, for the width of the line
)

// An axis is how charts are drawn: the same for all charts of a page.
type axis struct {
	now     time.Time
	window  time.Duration
	samples []time.Time // a value is about the time between two samples
}

// x returns the horizontal position of a time.
func (a axis) x(at time.Time) int {
	return int(math.Round(chartWidth * max(0, 1-a.now.Sub(at).Seconds()/a.window.Seconds())))
}

// y returns the vertical position of a value. The highest one is top.
func y(value, top float64) int {
	if top == 0 {
		return chartHeight
	}
	return chartHeight - int(math.Round(value/top*(chartHeight-chartMargin)))
}

// area returns the outline of the area below the values. A value holds for the
// whole time between two samples, so the outline has steps, and it has a gap
// where a value is not known.
func (a axis) area(values []*float64, top float64) string {
	var path strings.Builder
	for i, value := range values {
		if value == nil {
			continue
		}
		first := i == 0 || values[i-1] == nil
		last := i == len(values)-1 || values[i+1] == nil
		if first {
			fmt.Fprintf(&path, "M%d %d", a.x(a.samples[i]), chartHeight)
		}
		if first || y(*values[i-1], top) != y(*value, top) {
			fmt.Fprintf(&path, "V%d", y(*value, top))
		}
		if last || y(*values[i+1], top) != y(*value, top) { // equal values in a row are one step
			fmt.Fprintf(&path, "H%d", a.x(a.samples[i+1]))
		}
		if last {
			fmt.Fprintf(&path, "V%dZ", chartHeight)
		}
	}
	return path.String()
}

// draw draws values up to top. The label says what they are, and the note.
func (a axis) draw(values []*float64, top float64, what, note string) *chart {
	c := &chart{Width: chartWidth, Height: chartHeight, Path: a.area(values, top), Note: note}
	if c.Path == "" {
		c.Label = "no history yet"
		c.Note = ""
		return c
	}
	c.Label = fmt.Sprintf("%s in the last %s", what, span(a.window))
	if note != "" {
		c.Label += ": " + note
	}
	return c
}

// drawRate draws gets per second.
func (a axis) drawRate(values []*float64) *chart {
	top := highest(values)
	return a.draw(values, top, "gets per second", peak(top, perSecond(&top)))
}

// drawReuse draws shares, from 0 to 100 %.
func (a axis) drawReuse(values []*float64) *chart {
	low := 1.0
	for _, v := range values {
		if v != nil {
			low = min(low, *v)
		}
	}
	return a.draw(values, 1, "share of gets that returned a used object", "low "+percent(&low))
}

// drawInUse draws how many objects were leased.
func (a axis) drawInUse(values []*float64) *chart {
	top := highest(values)
	return a.draw(values, top, "objects in use", peak(top, short(uint64(top))))
}

func peak(top float64, text string) string {
	if top == 0 {
		return ""
	}
	return "peak " + text
}

// drawLost draws how many leases were lost.
func (a axis) drawLost(values []*float64) *chart {
	sum := 0.0
	for _, v := range values {
		if v != nil {
			sum += *v
		}
	}
	return a.draw(values, highest(values), "leases lost", short(uint64(sum))+" lately")
}

// highest returns the highest value, or 0.
func highest(values []*float64) float64 {
	top := 0.0
	for _, v := range values {
		if v != nil {
			top = max(top, *v)
		}
	}
	return top
}
