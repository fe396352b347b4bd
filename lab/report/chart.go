package report

import (
	"html/template"
	"math"

	"github.com/rcpool/rcpool/lab/internal/chart"
)

// drawing is a drawing of curves, ready for the template that turns it into SVG. Coordinates are in units of the
// viewBox. Each chart is drawn twice, for a wide and for a narrow screen, so that text keeps its size on a phone.
type drawing struct {
	Class         string // "wide", "narrow" or "small"
	Width, Height float64
	Left, Right   float64 // of the plotting area
	Top, Bottom   float64
	Label         string // for those who cannot see it
	XName, YName  string
	XTicks        []chart.Tick
	YTicks        []chart.Tick
	Shades        []shade
	Curves        []curve
}

// Depth is the height of the plotting area.
func (c drawing) Depth() float64 { return c.Bottom - c.Top }

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

// series is a curve before it is drawn.
type series struct {
	Class, Title string
	Points       []chart.Point
	Steps        bool // a value is that of the time since the point before
}

// plot says what to draw.
type plot struct {
	Label, XName, YName string
	Series              []series
	XTicks              []chart.Tick // At in units of the data; nil chooses round numbers
	YTicks              func(max float64) []chart.Tick
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
func (p plot) draw() []drawing {
	if p.Small {
		return []drawing{p.at("small", smallWidth)}
	}
	return []drawing{p.at("wide", wideWidth), p.at("narrow", narrowWidth)}
}

func (p plot) at(class string, width float64) drawing {
	height, left := p.Height, p.Left
	if height == 0 {
		height = 300
	}
	if left == 0 {
		left = 58
	}
	c := drawing{Class: class, Width: width, Height: height, Left: left, Right: width - 14, Top: 26, Bottom: height - 44,
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
		yTicks = func(top float64) []chart.Tick { return chart.Round(0, top, 5) }
	}
	marks := yTicks(top)
	top = max(top, marks[len(marks)-1].At)
	if top == 0 {
		top = 1
	}
	x := chart.Linear(low, high, c.Left, c.Right)
	y := chart.Linear(0, top, c.Bottom, c.Top)

	for _, m := range marks {
		c.YTicks = append(c.YTicks, chart.Tick{At: y(m.At), Text: m.Text})
	}
	marks = p.XTicks
	if marks == nil {
		marks = chart.Round(low, high, max(3, int(width/100)))
	}
	room := math.Inf(-1) // labels that would touch are left out
	for _, m := range marks {
		if at := x(m.At); at >= c.Left-0.5 && at <= c.Right+0.5 && at-room > 8*float64(len(m.Text)) {
			c.XTicks = append(c.XTicks, chart.Tick{At: at, Text: m.Text})
			room = at
		}
	}
	for _, s := range p.Shades {
		s.X, s.Width = x(s.X), math.Round(10*(x(s.X+s.Width)-x(s.X)))/10
		if s.Width < 8*float64(len(s.Text)) {
			s.Text = "" // no room for it
		}
		c.Shades = append(c.Shades, s)
	}
	for _, s := range p.Series {
		if len(s.Points) > 0 {
			d := chart.Path(s.Points, x, y)
			if s.Steps {
				d = chart.Steps(s.Points, x, y)
			}
			c.Curves = append(c.Curves, curve{Class: s.Class, Path: template.HTMLAttr(`d="` + d + `"`), Title: s.Title})
		}
	}
	return c
}
