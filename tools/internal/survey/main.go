// Survey runs rcvet over public modules, pinned in modules.json, and prints what
// it reports: how often, how long it takes, whether it fails. Every report is
// judged by hand in judgements.json; bugs.json holds real bugs of older versions
// that rcvet should find. From the three it writes the tables of docs/rcvet.md.
//
//	go run ./tools/internal/survey                  # every module
//	go run ./tools/internal/survey arrow-go zap     # those whose path or version matches
//	go run ./tools/internal/survey -print           # the tables again, from what was measured before
//	go run ./tools/internal/survey -pending         # the reports that nobody judged, as judgements to fill in
//	go run ./tools/internal/survey -print -docs docs/rcvet.md
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
	"strings"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

const (
	exitOK          = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("survey", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(stderr, "usage: survey [flags] [module ...]\n\n"+
			"Downloads the pinned modules, runs rcvet over them and prints what it reports.\n"+
			"A module is named by a part of its path@version; without a name all are taken.\n\n")
		flags.PrintDefaults()
	}
	var (
		tool    = flags.String("vettool", "", "analyzer to run (default: rcvet, built from this module)")
		cache   = flags.String("cache", "", "folder for sources and measurements (default: rcvet-survey in the user's cache folder)")
		timeout = flags.Duration("timeout", 15*time.Minute, "time for the analysis of one module")
		print   = flags.Bool("print", false, "measure nothing: use what earlier runs measured")
		pending = flags.Bool("pending", false, "print the reports that nobody judged, as JSON for judgements.json")
		asJSON  = flags.Bool("json", false, "print every report with its source and its judgement as JSON")
		docs    = flags.String("docs", "", "write the tables into this file, between the markers")
	)
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return exitOK
		}
		return exitUsage
	}
	catalog, err := readCatalog()
	if err != nil {
		fmt.Fprintln(stderr, "survey:", err)
		return exitFailed
	}
	chosen := catalog.choose(flags.Args())
	if len(chosen) == 0 {
		fmt.Fprintf(stderr, "survey: no module matches %s\n", strings.Join(flags.Args(), " "))
		return exitUsage
	}
	if *cache == "" {
		root, err := os.UserCacheDir()
		if err != nil {
			fmt.Fprintln(stderr, "survey:", err)
			return exitFailed
		}
		*cache = filepath.Join(root, "rcvet-survey")
	}
	survey := survey{cache: *cache, tool: *tool, timeout: *timeout, progress: progress(stderr)}
	failed := false
	if !*print && !*pending {
		if failed, err = survey.measure(ctx, chosen); err != nil {
			fmt.Fprintln(stderr, "survey:", err)
			if ctx.Err() != nil {
				return exitInterrupted
			}
			return exitFailed
		}
	}
	measurements, err := survey.load(chosen)
	if err != nil {
		fmt.Fprintln(stderr, "survey:", err)
		return exitFailed
	}
	result := judge(catalog, measurements)
	switch {
	case *pending:
		err = writeJSON(stdout, result.pending())
	case *asJSON:
		err = writeJSON(stdout, result.judged)
	default:
		err = result.write(stdout)
	}
	if err == nil && *docs != "" {
		err = region(*docs).Replace(result.tables())
	}
	if err != nil {
		fmt.Fprintln(stderr, "survey:", err)
		return exitFailed
	}
	if failed {
		return exitFailed
	}
	return exitOK
}

// progress returns a function that tells a person who watches what is going on.
func progress(stderr io.Writer) func(format string, args ...any) {
	file, ok := stderr.(*os.File)
	if !ok {
		return func(string, ...any) {}
	}
	if info, err := file.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return func(string, ...any) {}
	}
	return func(format string, args ...any) { fmt.Fprintf(stderr, format+"\n", args...) }
}
