package breakeven

import (
	_ "embed"
	"io"
	"math"
	"strings"
	"text/template"

	"github.com/rcpool/rcpool/lab/internal/chart"
	"github.com/rcpool/rcpool/lab/internal/summary"
)

//go:embed choosing.svg
var drawing string

var plot = template.Must(template.New("choosing.svg").Parse(drawing))

// A panel is the drawing of one heap.
type panel struct {
	Title                    string
	Left, Right, Top, Bottom float64
	One                      float64 // where the ratio is 1
	Labels                   bool    // at the vertical axis
	Across, Up               []chart.Tick
	Lines                    []line
}

// A line is a curve: a path through the medians, with a bar for each interval.
type line struct {
	Class, Name string
	Path        string
	Marks       []mark
}

type mark struct {
	X, Y, Low, High float64
	Known           bool
}

const (
	plotWidth  = 860
	plotHeight = 430
	margins    = 58 // left of the first panel
	between    = 28
	top        = 64
	bottom     = 84 // below the panels
	rightSide  = 14
)

// Plot writes docs/choosing.svg: what a pool takes as a multiple of an
// allocation, by size, both on logarithmic axes.
func Plot(w io.Writer, section *summary.Section) error {
	curves, err := Curves(section)
	if err != nil {
		return err
	}
	var (
		smallest, largest = math.Inf(1), 0.0
		low, high         = 0.5, 2.0 // at least this much around 1
	)
	for _, c := range curves {
		for _, p := range c.Points {
			smallest, largest = min(smallest, float64(p.Size)), max(largest, float64(p.Size))
			low, high = min(low, p.Ratio.Median), max(high, p.Ratio.Median)
			if p.Ratio.Known() {
				low, high = min(low, p.Ratio.Low), max(high, p.Ratio.High)
			}
		}
	}
	low, high = low/1.15, high*1.15

	width := (plotWidth - margins - rightSide - between*float64(len(Heaps)-1)) / float64(len(Heaps))
	var panels []panel
	for i, heap := range Heaps {
		p := panel{Left: margins + float64(i)*(width+between), Top: top, Bottom: plotHeight - bottom, Labels: i == 0}
		p.Right = p.Left + width
		p.Title = strings.ToUpper(heapName(heap)[:1]) + heapName(heap)[1:]
		const inset = 16 // of the points from the sides
		x := chart.Logarithmic(smallest, largest, p.Left+inset, p.Right-inset)
		y := chart.Logarithmic(low, high, p.Bottom, p.Top)
		p.One = y(1)
		for _, ratio := range chart.Factors(low, high) {
			p.Up = append(p.Up, chart.Tick{At: y(ratio.At), Text: ratio.Text})
		}
		step := 4
		if largest/smallest > 1<<14 { // more labels than there is room for
			step = 16
		}
		for size := int(smallest); size <= int(largest); size *= step {
			p.Across = append(p.Across, chart.Tick{At: x(float64(size)), Text: Bytes(size)})
		}
		for _, c := range curves {
			if c.Heap == heap {
				p.Lines = append(p.Lines, drawn(c, x, y))
			}
		}
		panels = append(panels, p)
	}
	return plot.Execute(w, map[string]any{"Width": plotWidth, "Height": plotHeight, "Panels": panels, "Margin": margins, "Style": chart.Style})
}

func drawn(c Curve, x, y chart.Scale) line {
	l := line{Class: c.Pool, Name: strings.Trim(poolName(c.Pool), "`")}
	var points []chart.Point
	for _, p := range c.Points {
		m := mark{X: x(float64(p.Size)), Y: y(p.Ratio.Median), Known: p.Ratio.Known()}
		if m.Known {
			m.Low, m.High = y(p.Ratio.Low), y(p.Ratio.High)
		}
		points = append(points, chart.Point{X: float64(p.Size), Y: p.Ratio.Median})
		l.Marks = append(l.Marks, m)
	}
	l.Path = chart.Path(points, x, y)
	return l
}
