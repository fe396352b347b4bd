package ownership_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/rcpool/rcpool/tools/analyzer"
	"github.com/rcpool/rcpool/tools/internal/program"
)

// required is the part of the programs at fault that must be reported, by the
// class of the mutation that broke them. What is measured is more (of 700
// programs and a mutation of each): few programs of a class are in a run. Of a
// class that is not listed too few are at fault to require any.
var required = map[program.Class]float64{
	program.DeletedRelease:    0.8,
	program.DeletedDefer:      0.8,
	program.DeletedClose:      0.7,
	program.RepeatedRelease:   0.8,
	program.RepeatedClose:     0.8,
	program.ReleaseAfterDefer: 0.8,
	program.ReleaseInLoop:     0.8,
	program.LateUse:           0.7,
	program.DroppedRetain:     0.8,
	program.DiscardedResult:   0.8,
	program.Overwritten:       0.8,
	program.EarlyReturn:       0.8,
	program.EarlyContinue:     0.8,
	program.HandedOverUsed:    0.8,
	program.HandedOverTwice:   0.8,
	program.MovedUsed:         0.5,
	program.InvertedGuard:     0.8,
	program.DroppedWait:       0.3,
	program.KeptInGlobal:      0.3,
	program.LentToGoroutine:   0.5,
	program.SharedDetach:      0.8,
	program.ReturnedBorrow:    0.5,
	program.UndeferredRelease: 0.8,
}

// requiredOfAll is that of all programs at fault.
const requiredOfAll = 0.85

// categories are those that a report of what went wrong can have.
var categories = map[string][]string{
	"leak":                      {"leak"},
	"double release":            {"double-release"},
	"stale retain":              {"use-after-release", "escape"},
	"use after release":         {"use-after-release", "escape"},
	"use of the zero Ref":       {"zero-ref"},
	"detach of a shared object": {"detach"},
}

// programsVariable says how many correct programs TestGenerated makes; for each
// there is one mutation. RCVET_SEED is the seed of the first.
const (
	programsVariable = "RCVET_PROGRAMS"
	seedVariable     = "RCVET_SEED"
	defaultPrograms  = 150
)

// racy reports whether programs of a class may be at fault though they made no
// mistake in the two schedules that were run: a reference that was handed to
// a goroutine is used while that may release it at any time.
func racy(class program.Class) bool {
	return class == "use after the hand-over" || class == "dropped wait"
}

// A specimen is a program, and what is known of it.
type specimen struct {
	*program.Program
	class   program.Class // empty for a program that is correct by construction
	faults  []program.Fault
	reports []report
}

type report struct {
	category, text string
}

// Programs whose true answer is known, from running them with every input
// under full checking, are analysed: those that make no mistake must not be
// reported.
func TestGenerated_CorrectProgramsAreNotReported(t *testing.T) {
	n, seed := number(t, programsVariable, defaultPrograms), number(t, seedVariable, 0)
	module := newModule(t)
	types, err := module.Checker()
	if err != nil {
		t.Fatal(err)
	}
	specimens := generate(types, n, uint64(seed))
	analyse(t, module, specimens)
	run(t, module, specimens)

	wrong, smallest := 0, (*specimen)(nil)
	for _, s := range specimens {
		if s.class == "" && len(s.faults) > 0 {
			t.Errorf("%s is correct by construction, but made mistakes: %v\n%s", s.Name, s.faults, s.Source())
		}
		if len(s.faults) == 0 && len(s.reports) > 0 && !racy(s.class) {
			t.Errorf("%s (mutation: %q) makes no mistake, but is reported: %v", s.Name, s.class, s.reports)
			if wrong++; smallest == nil || len(s.Source()) < len(smallest.Source()) {
				smallest = s
			}
		}
	}
	tabulate(t, specimens)
	if wrong > 0 {
		small := minimise(t, types, smallest)
		t.Errorf("%d programs that make no mistake are reported; a smaller one than %s, %v:\n%s", wrong, smallest.Name, small.reports, small.Source())
	}
}

// generate makes n correct programs, and a mutation of each. The classes of
// mutations take turns.
func generate(types *program.Checker, n int, seed uint64) []*specimen {
	var all []*specimen
	made := map[program.Class]int{}
	for i := range n {
		choices := program.Seeded(seed + uint64(i))
		p := program.New(fmt.Sprint("p", i), choices)
		all = append(all, &specimen{Program: p})
		classes := p.Mutations()
		slices.SortStableFunc(classes, func(a, b program.Class) int { return made[a] - made[b] })
		for _, class := range classes {
			q := p.Mutate(fmt.Sprint("q", i), class, choices)
			if _, err := types.Check(q); err == nil {
				made[class]++
				all = append(all, &specimen{Program: q, class: class})
				break
			}
		}
	}
	return all
}

func programsOf(specimens []*specimen) []*program.Program {
	var all []*program.Program
	for _, s := range specimens {
		all = append(all, s.Program)
	}
	return all
}

// analyse notes what the analyzer reports.
func analyse(t *testing.T, module *program.Module, specimens []*specimen) {
	t.Helper()
	if err := module.Write(programsOf(specimens)); err != nil {
		t.Fatal(err)
	}
	byFile := map[string]*specimen{}
	for _, s := range specimens {
		byFile[program.FileOf(s.Program)] = s
	}
	for _, r := range reportsOn(t, module.Config(), "programs") {
		file := filepath.Base(r.place.Filename)
		s := byFile[file]
		if s == nil {
			t.Errorf("%s: %s: what all programs share is correct", r.place, r.text)
			continue
		}
		r.text = fmt.Sprintf("%s:%d: %s", file, r.place.Line, r.text)
		s.reports = append(s.reports, r.report)
	}
}

// run notes the mistakes that the programs make.
func run(t *testing.T, module *program.Module, specimens []*specimen) {
	t.Helper()
	faults, err := module.Run(context.Background(), programsOf(specimens))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range specimens {
		s.faults = faults[s.Name]
	}
}

// minimise looks for a smaller program that makes no mistake either, and is
// reported too.
func minimise(t *testing.T, types *program.Checker, s *specimen) *specimen {
	t.Helper()
	for {
		var candidates []*specimen
		for i, p := range s.Reductions() {
			p = p.Renamed(fmt.Sprint("r", i))
			pkg, err := types.Check(p)
			if err != nil {
				continue
			}
			diagnostics, err := inspect(analyzer.Analyzer, pkg)
			if err != nil || len(diagnostics) == 0 {
				continue
			}
			c := &specimen{Program: p, class: s.class}
			for _, d := range diagnostics {
				c.reports = append(c.reports, report{d.Category, fmt.Sprintf("%v: %s", pkg.Fset.Position(d.Pos), d.Message)})
			}
			candidates = append(candidates, c)
		}
		slices.SortStableFunc(candidates, func(a, b *specimen) int { return len(a.Source()) - len(b.Source()) })
		candidates = candidates[:min(len(candidates), 40)]
		if len(candidates) > 0 {
			run(t, newModule(t), candidates)
		}
		var best *specimen
		for _, c := range candidates {
			if len(c.faults) == 0 && best == nil {
				best = c
			}
		}
		if best == nil {
			return s
		}
		s = best
	}
}

// tabulate logs, for each class of mutations, how many of the programs at
// fault are reported, and requires what must be.
func tabulate(t *testing.T, specimens []*specimen) {
	t.Helper()
	var out strings.Builder
	table := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "mutation\tprograms\tat fault\treported\tand of the right category")
	row := func(name string, of func(*specimen) bool, rate float64) {
		var all, faulty, reported, right int
		for _, s := range specimens {
			if !of(s) {
				continue
			}
			all++
			if len(s.faults) == 0 {
				continue
			}
			faulty++
			if len(s.reports) > 0 {
				reported++
			}
			if s.rightly() {
				right++
			}
		}
		if all == 0 {
			return
		}
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\n", name, all, faulty, reported, right)
		if float64(reported) < rate*float64(faulty) {
			t.Errorf("%s: %d of %d programs at fault are reported; %.0f %% must be", name, reported, faulty, 100*rate)
		}
	}
	row("(none)", func(s *specimen) bool { return s.class == "" }, 0)
	for _, class := range program.Classes {
		row(string(class), func(s *specimen) bool { return s.class == class }, required[class])
	}
	row("all", func(s *specimen) bool { return s.class != "" }, requiredOfAll)
	table.Flush()
	t.Logf("\n%s", out.String())
}

// rightly reports whether a report has the category of a mistake that was made.
func (s *specimen) rightly() bool {
	return slices.ContainsFunc(s.reports, func(r report) bool {
		return slices.ContainsFunc(s.faults, func(f program.Fault) bool {
			return slices.Contains(categories[f.What], r.category) || strings.HasPrefix(f.What, "crash")
		})
	})
}

func newModule(t testing.TB) *program.Module {
	t.Helper()
	rcpool, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	module, err := program.NewModule(t.TempDir(), rcpool)
	if err != nil {
		t.Fatal(err)
	}
	return module
}

// number is the value of an environment variable.
func number(t *testing.T, variable string, otherwise int) int {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", variable, err)
	}
	return n
}
