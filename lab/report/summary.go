package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool/lab/experiment"
	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/internal/summary"
)

// Summary is what pages show of an experiment.
type Summary struct {
	Run         summary.Run             `json:"run"`
	Rate        float64                 `json:"rate"` // requests a second
	Sets        int                     `json:"sets"`
	Variants    []experiment.Variant    `json:"variants"` // without the twin
	Base        experiment.Variant      `json:"base"`
	Head        experiment.Variant      `json:"head"`
	Conditions  []Condition             `json:"conditions"` // how it was done
	Finding     string                  `json:"finding"`
	Warnings    []string                `json:"warnings,omitempty"`
	Comparisons []experiment.Comparison `json:"comparisons"`
	Latencies   []Latencies             `json:"latencies"`
	Pools       []experiment.PoolUse    `json:"pools"` // of the variant with rcpool
}

// Condition is a line about how an experiment was done.
type Condition struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Latencies are those of all requests of a variant, in seconds.
type Latencies struct {
	Variant  experiment.Variant `json:"variant"`
	Title    string             `json:"title"`
	Requests int                `json:"requests"`
	Success  float64            `json:"success"` // share of the requests
	Mean     float64            `json:"mean"`
	P50      float64            `json:"p50"`
	P95      float64            `json:"p95"`
	P99      float64            `json:"p99"`
	Max      float64            `json:"max"`
}

// Summarize summarizes an experiment, which this command repeats.
func Summarize(r *experiment.Result, command string) Summary {
	s := Summary{
		Run: summary.Run{
			Date: r.Started.UTC().Format("2006-01-02"), Commit: r.Commit, Machine: r.Machine, Rounds: r.Rounds, Command: command,
		},
		Rate: r.Setup.Rate, Sets: r.Sets, Variants: r.Setup.Variants, Base: r.Setup.Base, Head: r.Setup.Head,
		Conditions: conditions(r), Finding: r.Finding, Warnings: r.Warnings, Comparisons: r.Comparisons,
	}
	for _, o := range r.Outcomes {
		l := o.Load.Latency
		s.Latencies = append(s.Latencies, Latencies{
			Variant: o.Variant, Title: r.Setup.Title(o.Variant), Requests: o.Load.Requests, Success: o.Load.Success(), Mean: l.Mean().Seconds(),
			P50: l.Quantile(0.50).Seconds(), P95: l.Quantile(0.95).Seconds(), P99: l.Quantile(0.99).Seconds(), Max: l.Max().Seconds(),
		})
		if o.Variant == experiment.Pooled {
			s.Pools = o.Use.Pools
		}
	}
	return s
}

// Write writes the summary as JSON.
func (s Summary) Write(w io.Writer) error {
	return summary.WriteObject(w,
		summary.Field{Name: "run", Value: s.Run},
		summary.Field{Name: "rate", Value: s.Rate},
		summary.Field{Name: "sets", Value: s.Sets},
		summary.Field{Name: "variants", Value: s.Variants},
		summary.Field{Name: "base", Value: s.Base},
		summary.Field{Name: "head", Value: s.Head},
		summary.Field{Name: "conditions", Items: summary.Items(s.Conditions)},
		summary.Field{Name: "finding", Value: s.Finding},
		summary.Field{Name: "warnings", Items: summary.Items(s.Warnings)},
		summary.Field{Name: "comparisons", Items: summary.Items(s.Comparisons)},
		summary.Field{Name: "latencies", Items: summary.Items(s.Latencies)},
		summary.Field{Name: "pools", Items: summary.Items(s.Pools)})
}

// Comparison returns the table of all measures, in Markdown: a column for each variant, and the ratio of the one that
// the finding is about to the base.
func (s Summary) Comparison() string {
	var b strings.Builder
	b.WriteString("| |")
	for _, v := range s.Variants {
		fmt.Fprintf(&b, " %s |", v.Title())
	}
	base := s.Base.Title()
	fmt.Fprintf(&b, " %s/%s, 95 %% interval | A/A: %s/%s, 95 %% interval | |\n", s.Head.Title(), base, base, base)
	fmt.Fprintf(&b, "|---|%s---|---|---|\n", strings.Repeat("---:|", len(s.Variants)))
	for _, c := range s.Comparisons {
		fmt.Fprintf(&b, "| %s |", c.Name)
		for _, v := range s.Variants {
			value := c.Base
			if v != s.Base {
				value = c.Of(v).Value
			}
			fmt.Fprintf(&b, " %s |", quantity(value, c.Unit))
		}
		head := c.Of(s.Head)
		fmt.Fprintf(&b, " %s | %s %s | %s |\n", figure.Times(head.Effect), figure.Factor(c.Noise.Median), figure.Bounds(c.Noise), verdict(head.Verdict))
	}
	return b.String()
}

// Ratios returns the ratios of all variants to the base, in Markdown.
func (s Summary) Ratios() string {
	var b strings.Builder
	b.WriteString("| to " + s.Base.Title() + " |")
	var others []experiment.Variant
	for _, v := range s.Variants {
		if v != s.Base {
			others = append(others, v)
			fmt.Fprintf(&b, " %s |", v.Title())
		}
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(others)) + "\n")
	for _, c := range s.Comparisons {
		fmt.Fprintf(&b, "| %s |", c.Name)
		for _, v := range others {
			a := c.Of(v)
			fmt.Fprintf(&b, " %s, %s |", figure.Times(a.Effect), verdict(a.Verdict))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// LatencyTable returns the latencies of all variants, in Markdown.
func (s Summary) LatencyTable() string {
	var b strings.Builder
	b.WriteString("| latency | requests | success | mean | p50 | p95 | p99 | longest |\n|---|---:|---:|---:|---:|---:|---:|---:|\n")
	for _, l := range s.Latencies {
		fmt.Fprintf(&b, "| %s | %s | %s |", l.Title, figure.Count(uint64(l.Requests)), figure.Quantity(l.Success, figure.Share))
		for _, x := range []float64{l.Mean, l.P50, l.P95, l.P99, l.Max} {
			fmt.Fprintf(&b, " %s |", figure.Quantity(x, string(experiment.Seconds)))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// PoolTable returns what the rcpool pools did, in Markdown.
func (s Summary) PoolTable() string {
	var b strings.Builder
	b.WriteString("| pool | gets | news | reuse | retired | in use at the end |\n|---|---:|---:|---:|---:|---:|\n")
	for _, p := range s.Pools {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", p.Name, figure.Count(p.Gets), figure.Count(p.News), reuse(p), figure.Count(p.Retired), figure.Count(p.InUse))
	}
	return b.String()
}

// Widest returns the comparison whose A/A interval is the widest relative to its
// ratio: how far noise alone went.
func (s Summary) Widest() experiment.Comparison {
	var widest experiment.Comparison
	width := -1.0
	for _, c := range s.Comparisons {
		if w := (c.Noise.High - c.Noise.Low) / c.Noise.Median; w > width {
			widest, width = c, w
		}
	}
	return widest
}
