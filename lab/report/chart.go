package report

import (
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"
)

// chart is a drawing of curves, ready for the template that turns it into SVG. Coordinates are in units of the
// viewBox. Each chart is drawn twice, for a wide and for a narrow screen, so that text keeps its size on a phone.
type chart struct {
	Class         string // "wide", "narrow" or "small"
	Width, Height float64
	Left, Right   float64 // of the plotting area
	Top, Bottom   float64
	Label         string // for those who cannot see it
	XName, YName  string
	XTicks        []tick
	YTicks        []tick
	Shades        []shade
	Curves        []curve
}

// Depth is the height of the plotting area.
func (c chart) Depth() float64 { return c.Bottom - c.Top }

// tick is a mark on an axis.
type tick struct {
	At   float64
	Text string
}

// shade is a marked stretch of the x axis.
type shade struct {
	X, Width float64
	Text     string
}

// curve is one line; its class gives it colour and dashes.
type curve struct {
	Class string
	Path  template.HTMLAttr // d="..."; made of numbers only
	Title string
}

// point is a value in the units of the data.
type point struct{ X, Y float64 }

// series is a curve before it is drawn.
type series struct {
	Class, Title string
	Points       []point
	Steps        bool // a value is that of the time since the point before
}

// plot says what to draw.
type plot struct {
	Label, XName, YName string
	Series              []series
	XTicks              []tick // At in units of the data; nil chooses round numbers
	YTicks              func(max float64) []tick
	FromX               float64 // the left end of the x axis
	Shades              []shade // in units of the data
	Height              float64 // default 300
	Left                float64 // room for the y axis; default 58
	Small               bool    // one of several small charts, the same on every screen
}

const (
	wideWidth   = 860
	narrowWidth = 350
	smallWidth  = 215 // of small multiples
)

// draw returns the plot's drawings.
func (p plot) draw() []chart {
	if p.Small {
		return []chart{p.at("small", smallWidth)}
	}
	return []chart{p.at("wide", wideWidth), p.at("narrow", narrowWidth)}
}

func (p plot) at(class string, width float64) chart {
	height, left := p.Height, p.Left
	if height == 0 {
		height = 300
	}
	if left == 0 {
		left = 58
	}
	c := chart{Class: class, Width: width, Height: height, Left: left, Right: width - 14, Top: 26, Bottom: height - 44,
		Label: p.Label, XName: p.XName, YName: p.YName}
	low, high := p.FromX, math.Inf(-1)
	top := 0.0
	for _, s := range p.Series {
		for _, q := range s.Points {
			low, high, top = min(low, q.X), max(high, q.X), max(top, q.Y)
		}
	}
	if math.IsInf(high, 0) || high <= low {
		high = low + 1
	}
	yTicks := p.YTicks
	if yTicks == nil {
		yTicks = func(top float64) []tick { return roundTicks(0, top, 5) }
	}
	marks := yTicks(top)
	top = max(top, marks[len(marks)-1].At)
	if top == 0 {
		top = 1
	}
	x := func(v float64) float64 { return tenth(c.Left + (v-low)/(high-low)*(c.Right-c.Left)) }
	y := func(v float64) float64 { return tenth(c.Bottom - v/top*c.Depth()) }

	for _, m := range marks {
		c.YTicks = append(c.YTicks, tick{y(m.At), m.Text})
	}
	marks = p.XTicks
	if marks == nil {
		marks = roundTicks(low, high, max(3, int(width/100)))
	}
	room := math.Inf(-1) // labels that would touch are left out
	for _, m := range marks {
		if at := x(m.At); at >= c.Left-0.5 && at <= c.Right+0.5 && at-room > 8*float64(len(m.Text)) {
			c.XTicks = append(c.XTicks, tick{at, m.Text})
			room = at
		}
	}
	for _, s := range p.Shades {
		s.X, s.Width = x(s.X), tenth(x(s.X+s.Width)-x(s.X))
		if s.Width < 8*float64(len(s.Text)) {
			s.Text = "" // no room for it
		}
		c.Shades = append(c.Shades, s)
	}
	for _, s := range p.Series {
		if len(s.Points) > 0 {
			c.Curves = append(c.Curves, curve{Class: s.Class, Path: path(s, x, y), Title: s.Title})
		}
	}
	return c
}

// tenth rounds a coordinate; more digits would only make the page larger.
func tenth(v float64) float64 { return math.Round(10*v) / 10 }

// path writes a curve as the d attribute of an SVG path.
func path(s series, x, y func(float64) float64) template.HTMLAttr {
	var d strings.Builder
	for i, p := range s.Points {
		switch {
		case i == 0:
			fmt.Fprintf(&d, "M%.1f %.1f", x(p.X), y(p.Y))
		case s.Steps:
			fmt.Fprintf(&d, "V%.1fH%.1f", y(p.Y), x(p.X))
		default:
			fmt.Fprintf(&d, "L%.1f %.1f", x(p.X), y(p.Y))
		}
	}
	return template.HTMLAttr(`d="` + d.String() + `"`)
}

// roundTicks returns about n round numbers from low to beyond high.
func roundTicks(low, high float64, n int) []tick {
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
	var ticks []tick
	for i := math.Ceil(low / step); ; i++ {
		ticks = append(ticks, tick{i * step, strconv.FormatFloat(i*step+0, 'f', decimals, 64)}) // +0 turns -0 into 0
		if i*step >= high {
			return ticks
		}
	}
}
