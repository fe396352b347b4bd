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
	"path/filepath"
	"strings"
	"time"

	"github.com/rcpool/rcpool/tools/internal/command"
)

func main() { command.Main(run) }

const about = `usage: survey [flags] [module ...]

Downloads the pinned modules, runs rcvet over them and prints what it reports.
A module is named by a part of its path@version; without a name all are taken.

Exit codes: 0 done; 1 failed, or rcvet failed on a module; 2 wrong usage; 130
interrupted.

Flags:
`

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	return command.Exit(ctx, stderr, "survey", runSurvey(ctx, args, stdout, stderr))
}

func runSurvey(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("survey", flag.ContinueOnError)
	var (
		tool    = flags.String("vettool", "", "analyzer to run (default: rcvet, built from this module)")
		cache   = flags.String("cache", "", "folder for sources and measurements (default: rcvet-survey in the user's cache folder)")
		timeout = flags.Duration("timeout", 15*time.Minute, "time for the analysis of one module")
		print   = flags.Bool("print", false, "measure nothing: use what earlier runs measured")
		pending = flags.Bool("pending", false, "print the reports that nobody judged, as JSON for judgements.json")
		asJSON  = flags.Bool("json", false, "print every report with its source and its judgement as JSON")
		docs    = flags.String("docs", "", "write the tables into this file, between the markers")
	)
	if err := command.Parse(flags, args, about, stdout); err != nil {
		return err
	}
	catalog, err := readCatalog()
	if err != nil {
		return err
	}
	chosen := catalog.choose(flags.Args())
	if len(chosen) == 0 {
		return command.Mistake("no module matches %s", strings.Join(flags.Args(), " "))
	}
	if *cache == "" {
		root, err := os.UserCacheDir()
		if err != nil {
			return err
		}
		*cache = filepath.Join(root, "rcvet-survey")
	}
	survey := survey{cache: *cache, tool: *tool, timeout: *timeout, progress: progress(stderr)}
	failed := false
	if !*print && !*pending {
		if failed, err = survey.measure(ctx, chosen); err != nil {
			return err
		}
	}
	measurements, err := survey.load(chosen)
	if err != nil {
		return err
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
		err = result.document(*docs, chosen)
	}
	if err == nil && failed {
		err = errors.New("rcvet failed on a module")
	}
	return err
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
