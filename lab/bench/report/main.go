// Command report measures what the pages of the repository show, and writes the
// pages. Run it with -help from the root of the repository.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rcpool/rcpool/lab/internal/command"
	"github.com/rcpool/rcpool/lab/internal/progress"
)

const usage = "go run ./lab/bench/report"

const about = `report measures what the pages show, and writes the pages:

	go run ./lab/bench/report                      everything, about %s
	go run ./lab/bench/report -only core,articles  these sections; the others stay
	go run ./lab/bench/report -from-summary        nothing: write the pages again
	go run ./lab/bench/report -short               everything quickly, to see that it works

It keeps every run in the directory of -raw, which is not in git, and a summary
of each section in lab/bench/results, which is: medians, intervals and ratios. It
writes docs/results.md, docs/choosing.md, two drawings and the costs that rcadvise
knows (tools/advice/breakeven.json) from the summaries, and the regions between
<!-- results:NAME --> and <!-- end --> of README.md and other pages. -from-raw
summarizes the runs that are kept once more.

-short writes to a temporary directory instead, with 2 rounds unless -rounds says
how many.

Benchmarks run in interleaved rounds: each round runs each of them once, so that
what slows the machine slows all of them alike. A round of some sections is cut
into 12 shorter ones. The files of the runs are in Go's
benchmark format where they can be, so that benchstat reads them. The machine
should have nothing else to do.

Exit codes: 0 done; 1 failed (what could be measured is kept); 2 wrong usage; 130
interrupted (the sections that are done are kept; the pages stay as they are).

Sections, and how long they take on two processors:
%s`

func main() { command.Main(run) }

// settings are what the flags say.
type settings struct {
	only, raw                   string
	fromSummary, fromRaw, short bool
	rounds                      int
}

// run is the command. It returns its exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var s settings
	flags := command.NewFlags(usage, fmt.Sprintf(about, total(sections), list(sections)))
	flags.StringVar(&s.only, "only", "", "measure only these `sections`, separated by commas")
	flags.BoolVar(&s.fromSummary, "from-summary", false, "measure nothing: write the pages from the summaries")
	flags.BoolVar(&s.fromRaw, "from-raw", false, "measure nothing: write the summaries and the pages from the runs in -raw")
	flags.BoolVar(&s.short, "short", false, "measure quickly, into a temporary directory")
	flags.StringVar(&s.raw, "raw", "", "keep the runs in this `directory` (default lab/bench/raw)")
	flags.IntVar(&s.rounds, "rounds", 12, "rounds of the benchmarks; an interval needs at least 6")
	err := flags.Parse(args, stdout)
	if err == nil {
		err = s.check(flags)
	}
	var wanted []section
	if err == nil {
		wanted, err = choose(sections, s.only)
		if err != nil {
			err = flags.Mistake("%w", err)
		}
	}
	if err == nil {
		if s.short && !flags.Given("rounds") {
			s.rounds = 2
		}
		err = s.report(ctx, wanted, stderr)
	}
	return command.Exit(ctx, stderr, "report", err)
}

// check fails if the flags do not go together.
func (s settings) check(flags command.Flags) error {
	measures := []string{"only", "rounds", "short"}
	switch {
	case s.rounds < 1:
		return flags.Mistake("-rounds must be at least 1")
	case s.fromSummary && (s.fromRaw || flags.Given("raw")):
		return flags.Mistake("-from-summary does not read the runs, so it goes with neither -from-raw nor -raw")
	case s.short && flags.Given("raw"):
		return flags.Mistake("-short keeps its runs in a temporary directory, so it does not go with -raw")
	}
	for _, name := range measures {
		if (s.fromSummary || s.fromRaw) && flags.Given(name) {
			return flags.Mistake("-from-summary and -from-raw measure nothing, so they do not go with -%s", name)
		}
	}
	return nil
}

// report measures what is wanted, and writes the pages.
func (s settings) report(ctx context.Context, wanted []section, stderr io.Writer) error {
	root, err := findRoot()
	if err != nil {
		return err
	}
	results := filepath.Join(root, "lab", "bench", "results")
	m := measurement{
		root: root, raw: s.raw, results: results, rounds: s.rounds, stretch: 1,
		stderr: stderr, line: progress.On(stderr),
	}
	if s.raw == "" {
		m.raw = filepath.Join(root, "lab", "bench", "raw")
	}
	to := root
	if s.short {
		if to, err = os.MkdirTemp("", "report"); err != nil {
			return err
		}
		fmt.Fprintln(stderr, "report: everything is written to", to)
		m.raw, m.results, m.short, m.stretch = filepath.Join(to, "raw"), filepath.Join(to, "results"), true, 0.02
		if err := os.CopyFS(m.results, os.DirFS(results)); err != nil { // the sections that are not measured
			return err
		}
	}
	switch {
	case s.fromSummary:
	case s.fromRaw:
		var names []string
		if names, err = m.summarizeAll(sections); err == nil {
			fmt.Fprintf(stderr, "report: summarized %s\n", strings.Join(names, ", "))
		}
	default:
		err = m.all(ctx, wanted)
	}
	if ctx.Err() != nil {
		return errors.Join(err, ctx.Err())
	}
	return errors.Join(err, writePages(root, m.results, to))
}

// choose returns the sections with these names, or all.
func choose(all []section, wanted string) ([]section, error) {
	if wanted == "" {
		return all, nil
	}
	var chosen []section
	for name := range strings.SplitSeq(wanted, ",") {
		i := slices.Index(names(all), strings.TrimSpace(name))
		if i < 0 {
			return nil, fmt.Errorf("there is no section %q; there are %s", name, strings.Join(names(all), ", "))
		}
		chosen = append(chosen, all[i])
	}
	return chosen, nil
}

func names(of []section) []string {
	var all []string
	for _, s := range of {
		all = append(all, s.name)
	}
	return all
}

func list(all []section) string {
	var text strings.Builder
	for _, s := range all {
		fmt.Fprintf(&text, "\t%-19s %-11v %s\n", s.name, span(s.takes), s.title)
	}
	return text.String()
}

func total(all []section) string {
	var sum time.Duration
	for _, s := range all {
		sum += s.takes
	}
	return span(sum)
}

// span writes a time that is known only roughly.
func span(d time.Duration) string {
	if d < 2*time.Minute {
		return fmt.Sprintf("%.0f seconds", d.Seconds())
	}
	return fmt.Sprintf("%.0f minutes", d.Minutes())
}

// findRoot returns the root of the repository, which is the current directory or
// one above it.
func findRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.work")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("this is not in the repository: there is no go.work here, nor above")
		}
		dir = up
	}
}
