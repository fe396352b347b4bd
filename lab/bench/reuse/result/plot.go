package result

import (
	_ "embed"
	"fmt"
	"io"
	"math"
	"text/template"

	"github.com/rcpool/rcpool/lab/internal/chart"
	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/internal/summary"
)

//go:embed reuse.svg
var drawing string

var plot = template.Must(template.New("reuse.svg").Parse(drawing))

// A panel is the drawing of one size of objects.
type panel struct {
	Title                    string
	Left, Right, Top, Bottom float64
	Labels                   bool // at the vertical axis
	Across, Up               []chart.Tick
	Lines                    []line
}

// A line is the curve of a pool.
type line struct {
	Class, Name string
	Path        string
	Dots        []chart.Point
}

const (
	plotWidth  = 860
	plotHeight = 340
	left       = 58 // of the first panel
	between    = 28
	top        = 64
	bottom     = 84 // below the panels
	right      = 14
)

// titles are those of the panels.
var titles = map[string]string{Small: "Objects of 128 bytes", Large: "Objects of 256 KiB"}

// Plot writes docs/reuse.svg: the share of objects that were used before, by GOGC.
func Plot(w io.Writer, section *summary.Section) error {
	low := 1.0
	for _, row := range section.Rows {
		for _, store := range []string{Sync, Rcpool} {
			e, err := row.Median(store, figure.Share)
			if err != nil {
				return err
			}
			low = min(low, math.Floor(10*e.Median)/10)
		}
	}
	width := (plotWidth - left - right - between*float64(len(objects)-1)) / float64(len(objects))
	var panels []panel
	for i, object := range objects {
		p := panel{Title: titles[object], Left: left + float64(i)*(width+between), Top: top, Bottom: plotHeight - bottom, Labels: i == 0}
		p.Right = p.Left + width
		const inset = 24 // of the points from the sides
		x := chart.Logarithmic(float64(gogcs[0]), float64(gogcs[len(gogcs)-1]), p.Left+inset, p.Right-inset)
		y := chart.Linear(low, 1, p.Bottom, p.Top)
		for share := low; share < 1.01; share += 0.1 {
			p.Up = append(p.Up, chart.Tick{At: y(share), Text: fmt.Sprintf("%.0f %%", 100*share)})
		}
		for _, percent := range gogcs {
			p.Across = append(p.Across, chart.Tick{At: x(float64(percent)), Text: fmt.Sprint(percent)})
		}
		for _, store := range []summary.Column{{Name: Sync, Title: "sync.Pool"}, {Name: Rcpool, Title: "rcpool"}} {
			l := line{Class: store.Name, Name: store.Title}
			var points []chart.Point
			for _, percent := range gogcs {
				row, err := section.Row(Point{Object: object, GOGC: fmt.Sprint(percent)}.benchmark())
				if err != nil {
					return err
				}
				e, err := row.Median(store.Name, figure.Share)
				if err != nil {
					return err
				}
				points = append(points, chart.Point{X: float64(percent), Y: e.Median})
				l.Dots = append(l.Dots, chart.Point{X: x(float64(percent)), Y: y(e.Median)})
			}
			l.Path = chart.Path(points, x, y)
			p.Lines = append(p.Lines, l)
		}
		panels = append(panels, p)
	}
	return plot.Execute(w, map[string]any{"Width": plotWidth, "Height": plotHeight, "Left": left, "Panels": panels, "Style": chart.Style})
}
