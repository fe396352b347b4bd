// Package report writes what an experiment found: for the terminal, as JSON, in Go's benchmark format,
// and as a page.
package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/lab/experiment"
	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/internal/sentence"
	"github.com/rcpool/rcpool/lab/request"
	"github.com/rcpool/rcpool/lab/traffic"
)

// Text writes the report for a terminal: the conditions, each variant's table, the comparison, the pools,
// the warnings, and what was found.
func Text(w io.Writer, r *experiment.Result) error {
	t := &text{w: w}
	t.conditions(r)
	if r.Rounds > 0 {
		if r.Ablation != nil {
			t.ablation(r.Ablation)
		} else {
			for _, o := range r.Outcomes {
				t.printf("\n%s\n", r.Setup.Title(o.Variant))
				if t.err == nil {
					t.err = Attack(w, o.Load)
				}
			}
			t.comparison(r)
			t.printf("\npauses for garbage collections, and losses\n")
			t.grid(pausesAndLosses(r))
			t.pools(r)
			t.needs(needsOf(r))
		}
	}
	t.warnings(r)
	t.printf("\n%s\n", wrap(r.Finding, 100, ""))
	return t.err
}

// text writes until the first error.
type text struct {
	w   io.Writer
	err error
}

func (t *text) printf(format string, args ...any) {
	if t.err == nil {
		_, t.err = fmt.Fprintf(t.w, format, args...)
	}
}

func (t *text) table(rows [][]string, right int) {
	for _, line := range align(rows, right) {
		t.printf("%s\n", line)
	}
}

// grid writes a table with all columns but the first to the right.
func (t *text) grid(g grid) { t.table(append([][]string{g.Head}, g.Rows...), len(g.Head)) }

func (t *text) conditions(r *experiment.Result) {
	for _, c := range conditions(r) {
		t.printf("%-9s %s\n", c.Name, wrap(c.Text, 90, strings.Repeat(" ", 10)))
	}
}

// conditions says how the experiment was done; it is the same for all variants.
func conditions(r *experiment.Result) []Condition {
	s := r.Setup
	var backends []string
	for _, b := range s.Backends {
		if b.Servers != "" {
			backends = append(backends, b.Name+" at "+b.Servers)
		} else {
			backends = append(backends, b.Name+" "+b.Delay)
		}
	}
	sets := fmt.Sprintf("%s of fresh processes with %s each of %v per variant in ABBA order, %v of warm-up in each set not counted",
		sentence.Count(s.Sets, "set"), sentence.Count(s.Rounds, "round"), s.Block, s.Warmup)
	if of := s.Sets * s.Rounds; r.Rounds < of {
		sets += fmt.Sprintf("; %d of %d rounds were completed", r.Rounds, of)
	}
	all := []Condition{
		{Name: "machine", Text: r.Machine.String()},
		{Name: "services", Text: fmt.Sprintf("GOGC=%s GOMAXPROCS=%d for every variant that does not say otherwise, each in a process of its own%s; %s", s.GOGC, s.Procs, liveHeap(s), s.Cores)},
		{Name: "load", Text: fmt.Sprintf("%g requests/s%s, open loop, %s arrivals, seed %d; %s", s.Rate, items(s), s.Arrivals, s.Seed, sets)},
		{Name: "backends", Text: "stand-ins with these delays: " + strings.Join(backends, "; ")},
	}
	for _, b := range s.Backends {
		if b.Servers != "" {
			all[3].Text = strings.Join(backends, "; ")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Env)) {
		all = append(all, Condition{Name: "env", Text: name + "=" + s.Env[name]})
	}
	var lateness traffic.Histogram
	for _, o := range r.Outcomes {
		lateness.Add(o.Load.Lateness)
	}
	if lateness.Count() > 0 {
		all = append(all, Condition{Name: "schedule", Text: fmt.Sprintf("99 %% of the requests were sent within %s of their time, all within %s", seconds(lateness.Quantile(0.99)), seconds(lateness.Max()))})
	}
	all = append(all, Condition{Name: "noise", Text: r.Load.String()})
	return append(all, Condition{Name: "date", Text: fmt.Sprintf("%s, took %v", r.Started.Format("2006-01-02 15:04 MST"), round(r.Elapsed))})
}

// items says how many items a request has, if it is not the usual number.
func items(s experiment.Setup) string {
	if s.Items == 0 || s.Items == request.Items {
		return ""
	}
	return fmt.Sprintf(" with %d items on average", s.Items)
}

// liveHeap says what each service keeps beside what requests need, if it does.
func liveHeap(s experiment.Setup) string {
	if s.Heap == 0 {
		return ""
	}
	return fmt.Sprintf(" that keeps %d MiB in its heap", s.Heap)
}

// comparison writes a table for each variant against the base, the one that the finding is about last.
func (t *text) comparison(r *experiment.Result) {
	base := r.Setup.Base.Title()
	t.printf("\nAll against %s, with 95 %% intervals over %d sets of processes; A/A is %s against itself: what noise alone does\n", base, r.Sets, base)
	for _, v := range against(r.Setup) {
		name := v.Title()
		rows := [][]string{{"", base, name, "ratio", "", "A/A", "", ""}}
		for _, c := range r.Comparisons {
			a := c.Of(v)
			rows = append(rows, []string{c.Name, quantity(c.Base, c.Unit), quantity(a.Value, c.Unit),
				figure.Factor(a.Effect.Median), interval(a.Effect), figure.Factor(c.Noise.Median), interval(c.Noise), verdict(a.Verdict)})
		}
		t.printf("\n")
		t.table(rows, 4)
	}
}

// against lists the variants that are compared with the base, the one that the finding is about last.
func against(s experiment.Setup) []experiment.Variant {
	var all []experiment.Variant
	for _, v := range s.Variants {
		if v != s.Base && v != s.Head {
			all = append(all, v)
		}
	}
	return append(all, s.Head)
}

// pools writes a table of the pools of each variant that has some.
func (t *text) pools(r *experiment.Result) {
	for _, o := range r.Outcomes {
		if len(o.Use.Pools) == 0 {
			continue
		}
		t.printf("\npools of %s, warm-up not counted\n", r.Setup.Title(o.Variant))
		rows := [][]string{{"", "gets", "news", "buffers grown", "reuse", "retired", "in use at the end"}}
		for _, p := range o.Use.Pools {
			rows = append(rows, []string{p.Name, fmt.Sprint(p.Gets), fmt.Sprint(p.News), growth(p), reuse(p), fmt.Sprint(p.Retired), fmt.Sprint(p.InUse)})
		}
		t.table(rows, 7)
	}
}

func (t *text) warnings(r *experiment.Result) {
	for i, warning := range r.Warnings {
		if i == 0 {
			t.printf("\n")
		}
		t.printf("warning: %s\n", wrap(warning, 91, strings.Repeat(" ", 9)))
	}
}

// align pads columns to the widest cell: the first to the left, those before right to the right, the rest to the left.
func align(rows [][]string, right int) []string {
	var lines []string
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], len([]rune(cell)))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-len([]rune(cell)))
			switch {
			case i == 0:
				line.WriteString("  " + cell + pad)
			case i < right:
				line.WriteString("  " + pad + cell)
			default:
				line.WriteString("  " + cell + pad)
			}
		}
		lines = append(lines, strings.TrimRight(line.String(), " "))
	}
	return lines
}

// wrap breaks text into lines of at most width, each but the first after the indent.
func wrap(text string, width int, indent string) string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case len([]rune(line))+1+len([]rune(word)) > width:
			lines = append(lines, line)
			line = word
		default:
			line += " " + word
		}
	}
	return strings.Join(append(lines, line), "\n"+indent)
}

// needs writes the table to decide from.
func (t *text) needs(n needs) {
	if len(n.Rows) == 0 {
		return
	}
	t.printf("\nto decide from\n")
	t.grid(n.grid)
	for _, words := range n.Words {
		t.printf("  %s\n", wrap(words, 98, "  "))
	}
}
