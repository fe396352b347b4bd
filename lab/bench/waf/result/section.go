package result

import (
	"fmt"
	"slices"
	"strings"
)

// A quantity is a row of the table.
type quantity struct {
	title string
	of    func(r Result, run Run) float64
	text  string // how to print a value
}

var quantities = []quantity{
	{"requests a second", func(r Result, run Run) float64 { return float64(r.Requests) / run.Seconds }, "%.0f"},
	{"latency, median, ms", func(_ Result, run Run) float64 { return run.Latency.P50 }, "%.1f"},
	{"latency, 90 %, ms", func(_ Result, run Run) float64 { return run.Latency.P90 }, "%.1f"},
	{"latency, 99 %, ms", func(_ Result, run Run) float64 { return run.Latency.P99 }, "%.1f"},
	{"latency, longest, ms", func(_ Result, run Run) float64 { return run.Latency.Max }, "%.1f"},
	{"processor time a request, µs", func(r Result, run Run) float64 { return run.CPU / float64(r.Requests) * 1e6 }, "%.0f"},
	{"allocations a request", func(r Result, run Run) float64 { return float64(run.Mallocs) / float64(r.Requests) }, "%.0f"},
	{"KB allocated a request", func(r Result, run Run) float64 { return float64(run.Bytes) / float64(r.Requests) / 1e3 }, "%.1f"},
	{"garbage collections", func(_ Result, run Run) float64 { return float64(run.GCs) }, "%.0f"},
	{"their pauses, in all, ms", func(_ Result, run Run) float64 { return float64(run.PauseTotal) / 1e6 }, "%.1f"},
	{"their longest pause, ms", func(_ Result, run Run) float64 { return float64(run.PauseMax) / 1e6 }, "%.2f"},
	{"peak resident set, MB", func(_ Result, run Run) float64 { return float64(run.PeakRSS) / 1e6 }, "%.0f"},
}

// Section tells r in Markdown, without a heading: what was measured, and a
// table of medians, each with the lowest and the highest of the rounds. All
// figures in it come from r.
func (r Result) Section() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Measured on %s with %s on %s, %d processors of type %s: %s behind `net/http`, loaded by %s, `-c %d -n %d`, with `GET %s`, in %d interleaved rounds. "+
		"Each run is a process of its own, warmed up with %d requests. To repeat it: `%s`.\n\n",
		r.Measured.Format("2006-01-02"), r.Go, r.System, r.Processors, r.CPU, strings.Join(r.Modules, " and "), r.Load, r.Concurrency, r.Requests, r.Path, r.Rounds, r.WarmUp, r.Command)
	b.WriteString("Medians of the rounds, and in parentheses the lowest and the highest:\n\n| |")
	for _, v := range Variants {
		fmt.Fprintf(&b, " %s |", v.Title)
	}
	b.WriteString("\n|---|" + strings.Repeat("---:|", len(Variants)) + "\n")
	for _, q := range quantities {
		fmt.Fprintf(&b, "| %s |", q.title)
		for _, v := range Variants {
			fmt.Fprintf(&b, " %s |", spread(r.values(v.Name, q), q.text))
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "\nAgainst plain allocation, round by round:\n\n| | %s | %s |\n|---|---:|---:|\n", Variants[1].Title, Variants[2].Title)
	for _, q := range []quantity{quantities[0], quantities[3], quantities[5], quantities[6], quantities[7], quantities[11]} {
		fmt.Fprintf(&b, "| %s |", q.title)
		for _, v := range Variants[1:] {
			fmt.Fprintf(&b, " %s |", spread(r.ratios(v.Name, q), "× %.3f"))
		}
		b.WriteString("\n")
	}
	if leases, fresh := r.leases(); leases > 0 {
		fmt.Fprintf(&b, "\nOf %d leases from rcpool, %d (%.2f %%) were of a newly allocated transaction.\n", leases, fresh, 100*float64(fresh)/float64(leases))
	}
	return b.String()
}

func (r Result) values(variant string, q quantity) (all []float64) {
	for _, run := range r.Runs {
		if run.Variant == variant {
			all = append(all, q.of(r, run))
		}
	}
	return all
}

// ratios are those of the runs of a variant to the runs of plain allocation in
// the same rounds.
func (r Result) ratios(variant string, q quantity) (all []float64) {
	base := r.values(Variants[0].Name, q)
	for i, v := range r.values(variant, q) {
		if i < len(base) && base[i] != 0 {
			all = append(all, v/base[i])
		}
	}
	return all
}

func (r Result) leases() (leases, fresh uint64) {
	for _, run := range r.Runs {
		leases, fresh = leases+run.Leases, fresh+run.Fresh
	}
	return leases, fresh
}

// spread is the median, the lowest and the highest of values, or a dash if
// there is nothing to tell.
func spread(values []float64, text string) string {
	if len(values) == 0 || slices.Max(values) == 0 {
		return "–"
	}
	values = slices.Sorted(slices.Values(values))
	n := len(values)
	median := (values[(n-1)/2] + values[n/2]) / 2
	bare := strings.TrimPrefix(text, "× ")
	return fmt.Sprintf(text+" ("+bare+"–"+bare+")", median, values[0], values[n-1])
}
