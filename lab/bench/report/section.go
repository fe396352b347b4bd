package main

import (
	"io"
	"os"
	"time"

	"github.com/rcpool/rcpool/lab/bench/breakeven"
	peers "github.com/rcpool/rcpool/lab/bench/peers/result"
	reuse "github.com/rcpool/rcpool/lab/bench/reuse/result"
	"github.com/rcpool/rcpool/lab/bench/rounds"
	rss "github.com/rcpool/rcpool/lab/bench/rss/result"
	waf "github.com/rcpool/rcpool/lab/bench/waf/result"
	"github.com/rcpool/rcpool/lab/experiment"
	"github.com/rcpool/rcpool/lab/internal/summary"
	"github.com/rcpool/rcpool/lab/report"
)

// A section of docs/results.md. It is measured by benchmarks or by a program; it
// is shown by the template in sections/ that has its name. A section with a page
// of its own is an experiment, and the region there that has its name is written
// by experiment.md.
type section struct {
	name  string
	title string
	page  string        // where it is shown, if not in docs/results.md
	takes time.Duration // on two processors
	raw   string        // the file that keeps every run

	plans   func(root string) ([]rounds.Plan, error) // for benchmarks
	parts   int                                      // into which each of their rounds is cut; 0 for one
	program []string                                 // for a program: its directory and its arguments; the last is the flag for the raw file
	short   []string                                 // its arguments with -short instead, without that flag

	summarize func(raw string) (writable, error)
}

// writable is a summary.
type writable interface{ Write(io.Writer) error }

// commitOf is the argument of a program that stands for the commit.
const commitOf = "COMMIT"

const tenth = 100 * time.Millisecond

// fine is the number of parts of a round for benchmarks of some nanoseconds. A machine
// that others use, too, changes its speed many times in a second, so what is compared must
// run within milliseconds. Benchmarks that build something up, such as the sizes of
// stdpool, need whole rounds.
const fine = 12

// sections are those of the page, in its order.
var sections = []section{
	{
		name: "core", title: "What a lease costs", takes: 60 * time.Second, raw: "core.txt",
		plans: plans(
			rounds.Plan{Package: "lab/bench", Bench: "^Benchmark(Lease|Reset|Share|ShareAfterMany|HandOver)$", CPU: 1, Benchtime: tenth},
			rounds.Plan{Package: "lab/bench", Bench: "^Benchmark((Lease|Share)AllCores|HandOverBatches)$", Benchtime: tenth},
		),
		parts:     fine,
		summarize: benchmarks(rounds.Comparison{Key: "pool", Bases: []string{"sync", "called", "rcpool", "2017", "2014"}}),
	},
	{
		name: "store", title: "Where idle objects wait", takes: 15 * time.Second, raw: "store.txt",
		plans: plans(
			rounds.Plan{Package: "lab/bench", Bench: "^BenchmarkStore(|Burst)$", CPU: 1, Benchtime: tenth},
			rounds.Plan{Package: "lab/bench", Bench: "^BenchmarkStore(AllCores|HandOver)$", Benchtime: tenth},
		),
		parts:     fine,
		summarize: benchmarks(rounds.Comparison{Key: "store", Bases: []string{"sync"}}),
	},
	{
		name: "reuse", title: "Which objects are used again", takes: 90 * time.Second, raw: "reuse.txt",
		program: []string{"lab/bench/reuse", "-benchmarks"}, short: []string{"-bursts", "40", "-quiet", "100ms"},
		summarize: benchmarks(reuse.Comparison),
	},
	{
		name: "checking", title: "What checking costs", takes: 40 * time.Second, raw: "checking.txt",
		plans:     plans(checking()...),
		summarize: benchmarks(rounds.Comparison{Key: "check", Bases: []string{"off"}}),
	},
	{
		name: "classic", title: "The API of 2017", takes: 40 * time.Second, raw: "classic.txt",
		plans: plans(
			rounds.Plan{Package: "lab/bench", Bench: "^BenchmarkClassic", Skip: "AllCores$", CPU: 1, Benchtime: tenth},
			rounds.Plan{Package: "lab/bench", Bench: "^BenchmarkClassic.*AllCores$", Benchtime: tenth},
		),
		parts:     fine,
		summarize: benchmarks(rounds.Comparison{Key: "pool", Bases: []string{"2017"}}),
	},
	{
		name: "stdpool", title: "Ready-made pools", takes: 150 * time.Second, raw: "stdpool.txt",
		plans:     plans(rounds.Plan{Package: "lab/bench", Bench: "^BenchmarkStdpool", CPU: 1, Benchtime: tenth}),
		summarize: benchmarks(rounds.Comparison{Key: "pool", Bases: []string{"none"}}),
	},
	{
		name: "rcgen", title: "Generated Reset methods", takes: 20 * time.Second, raw: "rcgen.txt",
		plans:     plans(rounds.Plan{Package: "lab/bench", Bench: "^BenchmarkGenerated$", CPU: 1, Benchtime: tenth}),
		summarize: benchmarks(rounds.Comparison{Key: "reset", Bases: []string{"zero", "none"}}),
	},
	{
		name: "rss", title: "What a giant does to memory", takes: 30 * time.Second, raw: "rss.txt",
		program: []string{"lab/bench/rss", "-benchmarks"}, short: []string{"-requests", "2000", "-rounds", "2"},
		summarize: benchmarks(rss.Comparison),
	},
	{
		name: "articles", title: "The articles' measurements, repeated", takes: 80 * time.Second, raw: "articles.txt",
		plans:     plans(rounds.Plan{Package: "lab/bench/articles", Benchtime: tenth}),
		summarize: benchmarks(rounds.Comparison{Key: "pool", Bases: []string{"none", "sync", "rcpool"}}),
	},
	{
		name: "adapters", title: "Under other libraries", takes: 120 * time.Second, raw: "adapters.txt",
		plans:     everyPackage("adapters", tenth),
		summarize: benchmarks(rounds.Comparison{Key: "pool", Bases: []string{"default", "none"}}),
	},
	{
		name: "lab", title: "What pooling does to a web service", takes: 90 * time.Second, raw: "lab.json",
		program: []string{"lab", "-html", "", "-commit", commitOf, "-json"}, short: []string{"-html", "", "-processes", "1", "-rounds", "2", "-block", "200ms", "-warmup", "200ms", "-rate", "50"},
		summarize: experimentSummary("go run ./lab"),
	},
	{
		name: "waf", title: "What pooling does to a web application firewall", takes: 720 * time.Second, raw: "waf.txt",
		program: []string{"lab/bench/waf", "-c", "1000", "-n", "100000", "-rounds", "6", "-benchmarks"}, short: []string{"-c", "10", "-n", "100", "-rounds", "1"},
		summarize: benchmarks(waf.Comparison),
	},
	{
		name: "peers", title: "Beside other pools", takes: 120 * time.Second, raw: "peers.txt",
		plans:     plans(rounds.Plan{Package: "lab/bench/peers/pools", Benchtime: tenth}),
		parts:     fine,
		summarize: benchmarks(rounds.Comparison{Key: "peer", Bases: []string{"sync"}}),
	},
	{
		name: "mistakes", title: "What happens when you make a mistake", takes: 180 * time.Second, raw: "mistakes.json",
		program: []string{"lab/bench/peers", "-json"}, short: []string{"-race=false"},
		summarize: mistakesSummary,
	},
	{
		name: "breakeven", title: "What is worth pooling", takes: 310 * time.Second, raw: "breakeven.txt",
		plans:     plans(rounds.Plan{Package: "lab/bench/breakeven", CPU: 1, Benchtime: 2 * tenth}),
		summarize: benchmarks(rounds.Comparison{Key: breakeven.Key, Bases: breakeven.Bases}),
	},
	preset("article", 310*time.Second),
	preset("tight-memory", 90*time.Second),
	preset("big-bodies", 90*time.Second),
	preset("live-heap", 90*time.Second),
	preset("bursts", 90*time.Second),
	{
		name: "ablation", title: "What each pool of the service contributes", page: presetsPage, takes: 270 * time.Second, raw: "ablation.json",
		program:   []string{"lab", "ablate", "-html", "", "-commit", commitOf, "-json"},
		short:     []string{"ablate", "-html", "", "-pools", "gzip", "-processes", "1", "-block", "200ms", "-warmup", "200ms", "-rate", "50"},
		summarize: experimentSummary("go run ./lab ablate"),
	},
}

const presetsPage = "docs/presets.md"

// preset is the section of a preset of the lab.
func preset(name string, takes time.Duration) section {
	return section{
		name: "preset-" + name, title: "The preset " + name + " of the lab", page: presetsPage, takes: takes, raw: "preset-" + name + ".json",
		program:   []string{"lab", "-preset", name, "-html", "", "-commit", commitOf, "-json"},
		short:     []string{"-preset", name, "-html", "", "-processes", "1", "-rounds", "2", "-block", "200ms", "-warmup", "200ms", "-rate", "100"},
		summarize: experimentSummary("go run ./lab -preset " + name),
	}
}

// summary is the file of the section's summary.
func (s section) summary() string { return s.name + ".json" }

// checking returns a plan for each variant: the first benchmark of a process is
// slower than the ones after it by more than what sampling costs.
func checking() []rounds.Plan {
	var all []rounds.Plan
	for _, check := range []string{"off", "never", "1024", "every"} {
		all = append(all,
			rounds.Plan{Package: "lab/bench", Bench: "^BenchmarkChecking$/^check=" + check + "$", CPU: 1, Benchtime: tenth},
			rounds.Plan{Package: "lab/bench", Bench: "^BenchmarkCheckingRace$/^check=" + check + "$", CPU: 1, Benchtime: tenth, Race: true})
	}
	return all
}

// benchmarks summarizes a file in Go's benchmark format.
func benchmarks(c rounds.Comparison) func(raw string) (writable, error) {
	return func(raw string) (writable, error) {
		file, err := os.Open(raw)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		return rounds.Summarize(file, raw, c)
	}
}

// isExperiment reports whether the section is an experiment of the lab.
func (s section) isExperiment() bool { return len(s.program) > 0 && s.program[0] == "lab" }

// experimentSummary summarizes an experiment, which command repeats.
func experimentSummary(command string) func(raw string) (writable, error) {
	return func(raw string) (writable, error) {
		var r experiment.Result
		if err := summary.ReadJSON(raw, &r); err != nil {
			return nil, err
		}
		return report.Summarize(&r, command), nil
	}
}

func mistakesSummary(raw string) (writable, error) {
	var r peers.Result
	if err := summary.ReadJSON(raw, &r); err != nil {
		return nil, err
	}
	return r.Summary(), nil
}
