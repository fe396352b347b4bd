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
		Forest:  drawForest(r.Comparisons),
		Latency: latencyCurves(r),
		RSS:     memoryCurves(r, "Resident memory", func(s experiment.Sample) uint64 { return s.RSS }),
		Heap:    memoryCurves(r, "Live heap", func(s experiment.Sample) uint64 { return s.HeapLive }),
		Peak:    []string{peak(r.Memory.Plain), peak(r.Memory.Pooled), peak(r.Memory.Twin), figure.Factor(float64(r.Memory.Effect)), figure.Factor(float64(r.Memory.Noise))},
	}
	for _, c := range r.Comparisons {
		v.Rows = append(v.Rows, row{
			Name: c.Name, Plain: quantity(c.Plain, c.Unit), Pooled: quantity(c.Pooled, c.Unit), Twin: quantity(c.Twin, c.Unit),
			Effect: figure.Factor(c.Effect.Median), EffectInterval: interval(c.Effect),
			Noise: figure.Factor(c.Noise.Median), NoiseInterval: interval(c.Noise),
			Verdict: verdict(c.Verdict), Class: string(c.Verdict),
		})
	}
	for _, o := range r.Outcomes {
		var table strings.Builder
		if err := Attack(&table, o.Load); err != nil {
			return err
		}
		v.Attacks = append(v.Attacks, attackTable{titles[o.Variant], string(o.Variant), table.String()})
		for _, p := range o.Use.Pools {
			v.Pools = append(v.Pools, poolRow{PoolUse: p, Reuse: reuse(p), Chart: reuseCurve(o.Samples, p.Name, r.Setup.Warmup)})
		}
		v.Percentiles = append(v.Percentiles, percentiles(o))
	}
	if err := page.Execute(w, v); err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	return nil
}

// view is what the template sees.
type view struct {
	*experiment.Result
	Date               string
	Conditions         []Condition
	Forest             []forest
	Latency, RSS, Heap []drawing
	Rows               []row
	Peak               []string
	Percentiles        [][]string
	Pools              []poolRow
	Attacks            []attackTable
}

type row struct {
	Name, Plain, Pooled, Twin                    string
	Effect, EffectInterval, Noise, NoiseInterval string
	Verdict, Class                               string
}

type poolRow struct {
	experiment.PoolUse
	Reuse string
	Chart []drawing
}

type attackTable struct{ Title, Class, Text string }

// percentiles is a variant's row in the table of latencies.
func percentiles(o experiment.Outcome) []string {
	l := o.Load.Latency
	cells := []string{titles[o.Variant], seconds(l.Mean())}
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
		Label: "Latency by percentile for plain, pooled and plain again", XName: "percentile, logarithmic to the right", YName: "latency, ms", Height: 340,
		XTicks: []chart.Tick{{At: rarity(0), Text: "0"}, {At: rarity(.5), Text: "50"}, {At: rarity(.9), Text: "90"}, {At: rarity(.95), Text: "95"}, {At: rarity(.99), Text: "99"}, {At: rarity(.999), Text: "99.9"}, {At: rarity(.9999), Text: "99.99"}},
	}
	for _, o := range r.Outcomes {
		p.Series = append(p.Series, series{Class: string(o.Variant), Title: titles[o.Variant], Points: latencyCurve(o.Load.Latency)})
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
	p := plot{Label: name + " over time for plain, pooled and plain again", XName: "time under load, s", YName: strings.ToLower(name) + ", MiB", Height: 280}
	for _, o := range r.Outcomes {
		s := series{Class: string(o.Variant), Title: titles[o.Variant]}
		for _, at := range o.Samples {
			s.Points = append(s.Points, chart.Point{X: at.At, Y: float64(of(at)) / mebi})
		}
		p.Series = append(p.Series, s)
	}
	p.warmup(r.Setup.Warmup)
	return p.draw()
}

// warmup marks the time before the first round.
func (p *plot) warmup(d time.Duration) {
	if d > 0 {
		p.FromX = -d.Seconds()
		p.Shades = []shade{{X: p.FromX, Width: d.Seconds(), Text: "warm-up"}}
	}
}

// reuseCurve draws the share of a pool's leases that needed no new object, from sample to sample.
func reuseCurve(samples []experiment.Sample, name string, warmup time.Duration) []drawing {
	s := series{Class: "pooled", Title: name, Steps: true}
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
