package report

import (
	"fmt"
	"io"
	"slices"
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
	Ablation    *experiment.Ablation    `json:"ablation,omitempty"`
}

// Condition is a line about how an experiment was done.
type Condition struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Condition returns the text of a condition, "" if there is none of that name.
func (s Summary) Condition(name string) string {
	for _, c := range s.Conditions {
		if c.Name == name {
			return c.Text
		}
	}
	return ""
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
		Conditions: conditions(r), Finding: r.Finding, Warnings: r.Warnings, Comparisons: r.Comparisons, Ablation: r.Ablation,
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
	fields := []summary.Field{
		{Name: "run", Value: s.Run},
		{Name: "rate", Value: s.Rate},
		{Name: "sets", Value: s.Sets},
		{Name: "variants", Value: s.Variants},
		{Name: "base", Value: s.Base},
		{Name: "head", Value: s.Head},
		{Name: "conditions", Items: summary.Items(s.Conditions)},
		{Name: "finding", Value: s.Finding},
		{Name: "warnings", Items: summary.Items(s.Warnings)},
		{Name: "comparisons", Items: summary.Items(s.Comparisons)},
		{Name: "latencies", Items: summary.Items(s.Latencies)},
		{Name: "pools", Items: summary.Items(s.Pools)},
	}
	if s.Ablation != nil {
		fields = append(fields, summary.Field{Name: "ablation", Value: s.Ablation})
	}
	return summary.WriteObject(w, fields...)
}

// Value returns the figure of a variant.
func (s Summary) Value(key string, v experiment.Variant) (float64, error) {
	for _, c := range s.Comparisons {
		if c.Key == key {
			return float64(s.value(c, v)), nil
		}
	}
	return 0, fmt.Errorf("the experiment has no figure %q", key)
}

// value returns what was measured of a variant.
func (s Summary) value(c experiment.Comparison, v experiment.Variant) figure.Number {
	if v == s.Base {
		return c.Base
	}
	return c.Of(v).Value
}

// others are the variants without the base.
func (s Summary) others() []experiment.Variant {
	return slices.DeleteFunc(slices.Clone(s.Variants), func(v experiment.Variant) bool { return v == s.Base })
}

// Leases is how many objects the variant with rcpool leased for a request; 0 if there was none.
func (s Summary) Leases() float64 {
	var gets uint64
	for _, p := range s.Pools {
		gets += p.Gets
	}
	for _, l := range s.Latencies {
		if l.Variant == experiment.Pooled && l.Requests > 0 {
			return float64(gets) / float64(l.Requests)
		}
	}
	return 0
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
			fmt.Fprintf(&b, " %s |", quantity(s.value(c, v), c.Unit))
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
	others := s.others()
	for _, v := range others {
		fmt.Fprintf(&b, " %s |", v.Title())
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

// AgainstBase returns the table of all measures, in Markdown: a column for the base, and one for each other variant with
// its ratio to the base, in bold if there is a difference beyond the noise.
func (s Summary) AgainstBase() string {
	var b strings.Builder
	others := s.others()
	fmt.Fprintf(&b, "| | %s |", s.Base.Title())
	for _, v := range others {
		fmt.Fprintf(&b, " %s |", v.Title())
	}
	b.WriteString("\n|---|---:|" + strings.Repeat("---:|", len(others)) + "\n")
	for _, c := range s.Comparisons {
		fmt.Fprintf(&b, "| %s | %s |", c.Name, quantity(c.Base, c.Unit))
		for _, v := range others {
			fmt.Fprintf(&b, " %s |", besideBase(c.Of(v), c.Unit))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// besideBase writes the value of a variant and its ratio to the base.
func besideBase(a experiment.Against, unit experiment.Unit) string {
	ratio := figure.Factor(a.Effect.Median)
	tail := ""
	switch a.Verdict {
	case experiment.Lower, experiment.Higher:
		ratio = "**" + ratio + "**"
	case experiment.Same:
	default:
		tail = ", no verdict"
	}
	return fmt.Sprintf("%s, %s %s%s", quantity(a.Value, unit), ratio, interval(a.Effect), tail)
}

// Shares returns the table of an ablation in Markdown, and what all pools together do to the figures that have no shares.
func (s Summary) Shares() string {
	var b strings.Builder
	var shared []experiment.Saving
	var none []string
	for _, saving := range s.Ablation.Savings {
		if saving.None == "" {
			shared = append(shared, saving)
		} else {
			none = append(none, fmt.Sprintf("%s %s %s, %s", saving.Name, figure.Factor(saving.All.Effect.Median), interval(saving.All.Effect), saving.None))
		}
	}
	if len(shared) > 0 {
		b.WriteString("| |")
		for _, saving := range shared {
			fmt.Fprintf(&b, " %s: alone | missing |", saving.Name)
		}
		b.WriteString("\n|---|" + strings.Repeat("---:|---:|", len(shared)) + "\n| all pools, against plain |")
		for _, saving := range shared {
			fmt.Fprintf(&b, " %s | |", figure.Times(saving.All.Effect))
		}
		b.WriteString("\n")
		for i, part := range shared[0].Part {
			fmt.Fprintf(&b, "| %s |", part.Pool)
			for _, saving := range shared {
				fmt.Fprintf(&b, " %s | %s |", figure.Percent(saving.Part[i].Alone), figure.Percent(saving.Part[i].Lost))
			}
			b.WriteString("\n")
		}
		b.WriteString("\n")
	}
	if len(none) > 0 {
		fmt.Fprintf(&b, "All pools together against plain, in what has no shares: %s.\n", strings.Join(none, "; "))
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
