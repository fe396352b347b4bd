// Command waf measures what pooling its transactions does to a web application
// firewall under load. Run it with -help from the root of the repository.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/rcpool/rcpool/lab/bench/rounds"
	"github.com/rcpool/rcpool/lab/bench/waf/result"
	"github.com/rcpool/rcpool/lab/internal/command"
	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/internal/progress"
	"github.com/rcpool/rcpool/lab/internal/summary"
)

const usage = "go run ./lab/bench/waf"

const about = `waf measures what pooling its transactions does to Coraza, a web application
firewall, with the OWASP core rule set, behind net/http, under load:

	go run ./lab/bench/waf                                   about 1 minute
	go run ./lab/bench/waf -c 1000 -n 100000 -rounds 6       about 12 minutes

It builds Coraza three times: with every transaction allocated, as released (its
transactions come from a sync.Pool), and with its transactions leased from an
rcpool.Pool. It copies the sources from the module cache to a temporary directory
and replaces the one file that makes the pool.

Each run is a new process, which is warmed up and then asked for one page over
and over by ab, or by this program if there is no ab. The variants take turns.
All connections stay on 127.0.0.1, on a free port. The machine should have
nothing else to do.

The tables go to standard output; intervals need at least 6 rounds. -benchmarks
writes every run in Go's benchmark format:

	go run ./lab/bench/waf -benchmarks waf.txt
	benchstat -col /pool waf.txt

Exit codes: 0 done; 1 failed; 2 wrong usage; 130 interrupted.`

func main() {
	if os.Getenv(loopVariable) != "" {
		if err := loopMain(os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(command.Failed)
		}
		return
	}
	command.Main(waf)
}

// waf is the command. It returns its exit code.
func waf(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var s settings
	flags := command.NewFlags(usage, about)
	flags.IntVar(&s.concurrency, "c", 100, "requests at a time")
	flags.IntVar(&s.requests, "n", 5000, "requests of each run")
	flags.IntVar(&s.rounds, "rounds", 6, "runs of each variant")
	flags.StringVar(&s.path, "path", "/?id=17&name=anna", "the page to ask for; the rules must let it pass")
	flags.StringVar(&s.load, "load", "auto", "the `program` that makes the load: ab, builtin, or auto for ab if there is one")
	benchmarks := flags.String("benchmarks", "", "write all runs to this `file`")
	err := flags.Parse(args, stdout)
	if err == nil {
		err = s.check(flags)
	}
	if err == nil {
		err = measure(ctx, s, usage+given(flags), *benchmarks, stdout, stderr)
	}
	return command.Exit(ctx, stderr, "waf", err)
}

// check fails if the flags make no sense.
func (s settings) check(flags command.Flags) error {
	switch {
	case s.concurrency < 1 || s.rounds < 1 || s.requests < s.concurrency:
		return flags.Mistake("-c and -rounds must be at least 1, and -n at least -c")
	case !strings.HasPrefix(s.path, "/"):
		return flags.Mistake("-path must begin with /")
	case s.load != "auto" && s.load != "ab" && s.load != "builtin":
		return flags.Mistake("-load must be ab, builtin or auto")
	}
	return nil
}

// given returns the flags that change what is measured, as they are typed.
func given(flags command.Flags) string {
	var text strings.Builder
	flags.Visit(func(f *flag.Flag) {
		if f.Name != "benchmarks" {
			text.WriteString(" -" + f.Name + " " + command.Quote([]string{f.Value.String()}))
		}
	})
	return text.String()
}

// measure compares the variants, and writes the runs to a file, unless its name
// is empty, and the tables to stdout.
func measure(ctx context.Context, s settings, called, file string, stdout, stderr io.Writer) error {
	how, runs, err := compare(ctx, s, stderr)
	if err != nil {
		return err
	}
	how.Command = called
	section, err := rounds.Keep(file, func(w io.Writer) error { return result.Write(w, how, runs) }, result.Comparison)
	if err != nil {
		return err
	}
	tables, err := result.Section(section)
	if err != nil {
		return err
	}
	_, err = io.WriteString(stdout, tables)
	return err
}

// compare builds and runs all variants.
func compare(ctx context.Context, s settings, stderr io.Writer) (summary.Run, []result.Run, error) {
	line := progress.On(stderr)
	defer line.Clear()
	load, why, err := chooseLoad(ctx, s.load)
	if err != nil {
		return summary.Run{}, nil, err
	}
	if why != "" {
		fmt.Fprintf(stderr, "waf: %s\n", why)
	}
	if err := checkFiles(ctx, s.concurrency); err != nil {
		return summary.Run{}, nil, err
	}
	w, err := open(ctx)
	if err != nil {
		return summary.Run{}, nil, err
	}
	defer os.RemoveAll(w.dir)
	e := experiment{settings: s, with: load, programs: map[string]string{}, progress: line}
	for _, v := range result.Variants {
		line.Show("building Coraza, %s", v.Title)
		if e.programs[v.Name], err = w.build(ctx, v.Name); err != nil {
			return summary.Run{}, nil, fmt.Errorf("build %s: %w", v.Title, err)
		}
	}
	how := summary.Now(ctx, w.root)
	how.Rounds = s.rounds
	modules, err := w.modules(ctx)
	if err != nil {
		return how, nil, err
	}
	how.Notes = map[string]string{
		"modules": strings.Join(modules, " and "), "load": load.name(), "path": s.path,
		"requests": figure.Count(uint64(s.requests)), "concurrency": figure.Count(uint64(s.concurrency)), "warmup": figure.Count(uint64(s.warmUp())),
	}
	runs, err := e.runAll(ctx)
	return how, runs, err
}
