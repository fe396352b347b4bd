// Command report measures all that docs/results.md and docs/choosing.md tell,
// and writes them. Run it with -help from the root of the repository.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

const about = `report measures what docs/results.md and docs/choosing.md tell, and writes them:

	go run ./lab/bench/report                      everything, some %s
	go run ./lab/bench/report -only core,articles  these sections; the others as they were
	go run ./lab/bench/report -from-raw            nothing: writes the pages from what was kept
	go run ./lab/bench/report -short               everything in a hurry, to see that it works

What is measured is kept in lab/bench/results, in Go's benchmark format where it is
benchmarks, so that benchstat reads it; the pages are written from these files
alone. Nothing in them is typed by hand. -short keeps and writes in a temporary
directory instead, of two rounds if -rounds does not say how many.

Benchmarks run in interleaved rounds: each round runs each of them once, and so
what slows the machine slows all alike. The machine should have nothing else to do.

Exit codes: 0 done; 1 failed (what could be measured is kept); 2 wrong usage; 130
interrupted (the sections that were finished are kept; the pages are as they were).

Sections, and how long they take on two processors:
%s`

// Exit codes.
const (
	exitOK          = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := report(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// report is the command, and returns its exit code.
func report(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var (
		flags   = flag.NewFlagSet("report", flag.ContinueOnError)
		only    = flags.String("only", "", "measure these `sections` alone, with commas between them")
		fromRaw = flags.Bool("from-raw", false, "measure nothing")
		short   = flags.Bool("short", false, "measure in a hurry, into a temporary directory")
		rounds  = flags.Int("rounds", 12, "rounds of the benchmarks; an interval needs at least 6")
	)
	flags.SetOutput(io.Discard)
	usage := func(err error) int {
		fmt.Fprintf(stderr, "report: %v\nRun 'go run ./lab/bench/report -help' to see the flags.\n", err)
		return exitUsage
	}
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintf(stdout, about, total(sections), list(sections))
		fmt.Fprintln(stdout, "\nFlags:")
		flags.SetOutput(stdout)
		flags.PrintDefaults()
		return exitOK
	case err != nil:
		return usage(err)
	case flags.NArg() > 0:
		return usage(fmt.Errorf("%q is not a flag", flags.Arg(0)))
	case *rounds < 1:
		return usage(errors.New("-rounds must be at least 1"))
	case *fromRaw && flags.NFlag() > 1:
		return usage(errors.New("-from-raw measures nothing, and so has no use for other flags"))
	}
	counted := false
	flags.Visit(func(f *flag.Flag) { counted = counted || f.Name == "rounds" })
	wanted, err := choose(sections, *only)
	if err != nil {
		return usage(err)
	}
	root, err := findRoot()
	if err != nil {
		fmt.Fprintln(stderr, "report:", err)
		return exitFailed
	}

	run := measurement{root: root, rounds: *rounds, stretch: 1, stderr: stderr}
	raw, docs := filepath.Join(root, "lab", "bench", "results"), filepath.Join(root, "docs")
	if *short {
		dir, err := os.MkdirTemp("", "report")
		if err != nil {
			fmt.Fprintln(stderr, "report:", err)
			return exitFailed
		}
		fmt.Fprintln(stderr, "report: in a hurry: everything is written to", dir)
		raw, docs = filepath.Join(dir, "results"), filepath.Join(dir, "docs")
		run.short, run.stretch = true, 0.02
		if !counted {
			run.rounds = 2
		}
	}
	if *fromRaw {
		wanted = nil
	}

	err = run.all(ctx, wanted, raw)
	if ctx.Err() == nil {
		err = errors.Join(err, write(ctx, root, raw, docs))
	}
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(stderr, "report: interrupted; the sections that were finished are kept in", raw)
		if !*short {
			fmt.Fprintln(stderr, "report: the pages are as they were; go run ./lab/bench/report -from-raw writes them from what is kept")
		}
		return exitInterrupted
	case err != nil:
		fmt.Fprintln(stderr, "report:", err)
		return exitFailed
	}
	return exitOK
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
		fmt.Fprintf(&text, "\t%-10s %-11v %s\n", s.name, span(s.takes), s.title)
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

// span writes a time in words, of which it is known but roughly.
func span(d time.Duration) string {
	if d < 2*time.Minute {
		return fmt.Sprintf("%.0f seconds", d.Seconds())
	}
	return fmt.Sprintf("%.0f minutes", d.Minutes())
}

// findRoot looks for the root of the repository, from here upwards.
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
