package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"
	"time"

	"github.com/rcpool/rcpool/lab/experiment"
	"github.com/rcpool/rcpool/lab/internal/chart"
	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/traffic"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// HTML writes the report as one self-contained page: no scripts, and nothing is loaded from anywhere.
func HTML(w io.Writer, r *experiment.Result) error {
	v := view{
		Result: r, Conditions: conditions(r), Date: r.Started.Format("2 January 2006, 15:04 MST"),
		Base: r.Setup.Base.Title(), Head: r.Setup.Head.Title(),
		Needs:   needsOf(r),
		Pauses:  pausesAndLosses(r),
		Forest:  drawForest(r.Comparisons, r.Setup.Head),
		Latency: latencyCurves(r),
		RSS:     memoryCurves(r, "Resident memory", func(s experiment.Sample) uint64 { return s.RSS }),
		Heap:    memoryCurves(r, "Live heap", func(s experiment.Sample) uint64 { return s.HeapLive }),
	}
	if r.Ablation != nil {
		v.AboutAblation, v.Savings = aboutAblation, savings(r.Ablation)
	}
	for _, other := range against(r.Setup) {
		t := table{Title: other.Title()}
		for _, c := range r.Comparisons {
			a := c.Of(other)
			t.Rows = append(t.Rows, row{
				Name: c.Name, Base: quantity(c.Base, c.Unit), Value: quantity(a.Value, c.Unit),
				Effect: figure.Factor(a.Effect.Median), EffectInterval: interval(a.Effect),
				Noise: figure.Factor(c.Noise.Median), NoiseInterval: interval(c.Noise),
				Verdict: verdict(a.Verdict), Class: string(a.Verdict),
			})
		}
		v.Tables = append([]table{t}, v.Tables...) // the one that the finding is about first
	}
	for i, o := range r.Outcomes {
		var text strings.Builder
		if err := Attack(&text, o.Load); err != nil {
			return err
		}
		title := r.Setup.Title(o.Variant)
		v.Legend = append(v.Legend, legend{title, class(i, o)})
		v.Attacks = append(v.Attacks, attackTable{title, class(i, o), text.String()})
		for _, p := range o.Use.Pools {
			if o.Variant == r.Setup.Head {
				v.Pools = append(v.Pools, poolRow{PoolUse: p, Reuse: reuse(p), Grown: growth(p), Chart: reuseCurve(o.Samples, p.Name, r.Setup.Warmup, class(i, o))})
			}
		}
		if o.Variant == r.Setup.Head && len(o.Use.Pools) > 0 {
			v.Objects, v.InUse = objectCurves(o, r.Setup.Warmup)
		}
		v.Percentiles = append(v.Percentiles, percentiles(title, o))
	}
	if err := page.Execute(w, v); err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	return nil
}

// class is what gives the curves of a variant their colour.
func class(i int, o experiment.Outcome) string {
	if o.Variant == experiment.Twin {
		return "twin"
	}
	return fmt.Sprintf("v%d", i%colours)
}

const colours = 6 // of the page's style

// view is what the template sees.
type view struct {
	*experiment.Result
	Date, Base, Head   string
	Conditions         []Condition
	Legend             []legend
	Forest             []forest
	Latency, RSS, Heap []drawing
	Needs              needs
	Pauses             grid // and losses
	AboutAblation      string
	Savings            []saving
	Tables             []table
	Percentiles        [][]string
	Pools              []poolRow
	Objects, InUse     []drawing
	Attacks            []attackTable
}

// legend is what a colour stands for.
type legend struct{ Title, Class string }

// table compares one variant with the base.
type table struct {
	Title string
	Rows  []row
}

type row struct {
	Name, Base, Value                            string
	Effect, EffectInterval, Noise, NoiseInterval string
	Verdict, Class                               string
}

type poolRow struct {
	experiment.PoolUse
	Reuse, Grown string
	Chart        []drawing
}

type attackTable struct{ Title, Class, Text string }

// percentiles is a variant's row in the table of latencies.
func percentiles(title string, o experiment.Outcome) []string {
	l := o.Load.Latency
	cells := []string{title, seconds(l.Mean())}
	for _, q := range []float64{0.5, 0.9, 0.95, 0.99, 0.999} {
		if float64(l.Count())*(1-q) < 1 { // it would be the maximum under another name
			cells = append(cells, "–")
			continue
		}
		cells = append(cells, seconds(l.Quantile(q)))
	}
	return append(cells, seconds(l.Max()))
}

// rarity puts a quantile on a logarithmic axis: each step to the right is ten times rarer.
func rarity(q float64) float64 { return -math.Log10(1 - q) }

// latencyCurves draws each variant's latency over the share of requests that it covers.
func latencyCurves(r *experiment.Result) []drawing {
	p := plot{
		Label: "Latency by percentile of each variant", XName: "percentile, logarithmic to the right", YName: "latency, ms", Height: 340,
		XTicks: []chart.Tick{{At: rarity(0), Text: "0"}, {At: rarity(.5), Text: "50"}, {At: rarity(.9), Text: "90"}, {At: rarity(.95), Text: "95"}, {At: rarity(.99), Text: "99"}, {At: rarity(.999), Text: "99.9"}, {At: rarity(.9999), Text: "99.99"}},
	}
	for i, o := range r.Outcomes {
		p.Series = append(p.Series, series{Class: class(i, o), Title: r.Setup.Title(o.Variant), Points: latencyCurve(o.Load.Latency)})
	}
	return p.draw()
}

// latencyCurve ends where the next request would have to be rarer than one in all.
func latencyCurve(l traffic.Histogram) []chart.Point {
	var points []chart.Point
	for x, end := 0.0, math.Log10(float64(l.Count())); x <= end; x += 0.02 {
		points = append(points, chart.Point{X: x, Y: 1000 * l.Quantile(1-math.Pow(10, -x)).Seconds()})
	}
	return points
}

func memoryCurves(r *experiment.Result, name string, of func(experiment.Sample) uint64) []drawing {
	const mebi = 1 << 20
	p := plot{Label: name + " over time of each variant", XName: "time under load, s", YName: strings.ToLower(name) + ", MiB", Height: 280}
	for i, o := range r.Outcomes {
		s := series{Class: class(i, o), Title: r.Setup.Title(o.Variant)}
		for _, at := range o.Samples {
			s.Points = append(s.Points, chart.Point{X: at.At, Y: float64(of(at)) / mebi})
		}
		p.Series = append(p.Series, s)
	}
	p.warmup(r.Setup.Warmup)
	return p.draw()
}

// objectCurves draws what all pools of a variant together did over time, in the terms of the article of 2017: the
// objects allocated, referenced and returned so far, and those in use.
func objectCurves(o experiment.Outcome, warmup time.Duration) (sums, inUse []drawing) {
	allocated, referenced := series{Class: "v0", Title: "allocated"}, series{Class: "v2", Title: "referenced"}
	returned, used := series{Class: "twin", Title: "returned"}, series{Class: "v2", Title: "in use"}
	for _, at := range o.Samples {
		var all experiment.PoolCount
		for _, p := range at.Pools {
			all.News, all.Gets, all.Releases = all.News+p.News, all.Gets+p.Gets, all.Releases+p.Releases
		}
		add := func(s *series, y uint64) { s.Points = append(s.Points, chart.Point{X: at.At, Y: float64(y)}) }
		add(&allocated, all.News)
		add(&referenced, all.Gets)
		add(&returned, all.Releases)
		add(&used, all.Gets-min(all.Gets, all.Releases)) // a pool is read while it is in use
	}
	p := plot{Label: "Objects allocated, referenced and returned over time", XName: "time under load, s", YName: "objects so far", Height: 280, Series: []series{referenced, returned, allocated}}
	q := plot{Label: "Objects in use over time", XName: "time under load, s", YName: "objects in use", Height: 200, Series: []series{used}}
	p.warmup(warmup)
	q.warmup(warmup)
	return p.draw(), q.draw()
}

// warmup marks the time before the first round.
func (p *plot) warmup(d time.Duration) {
	if d > 0 {
		p.FromX = -d.Seconds()
		p.Shades = []shade{{X: p.FromX, Width: d.Seconds(), Text: "warm-up"}}
	}
}

// reuseCurve draws the share of a pool's leases that needed no new object, from sample to sample.
func reuseCurve(samples []experiment.Sample, name string, warmup time.Duration, class string) []drawing {
	s := series{Class: class, Title: name, Steps: true}
	start := -warmup.Seconds()
	var before experiment.PoolCount
	for _, at := range samples {
		for _, now := range at.Pools {
			if now.Name == name && now.Gets > before.Gets {
				share := 1 - float64(now.News-before.News)/float64(now.Gets-before.Gets)
				if len(s.Points) == 0 {
					s.Points = append(s.Points, chart.Point{X: start, Y: 100 * max(0, share)})
				}
				s.Points = append(s.Points, chart.Point{X: at.At, Y: 100 * max(0, share)})
				before = now
			}
		}
	}
	p := plot{
		Label: "Reuse over time of the pool " + name, XName: "time under load, s", YName: "reuse, %", Height: 150, Left: 40, Small: true,
		Series: []series{s},
		YTicks: func(float64) []chart.Tick {
			return []chart.Tick{{At: 0, Text: "0"}, {At: 50, Text: "50"}, {At: 100, Text: "100"}}
		},
	}
	p.warmup(warmup)
	return p.draw()
}
