package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"

	"golang.org/x/tools/go/analysis"

	"github.com/rcpool/rcpool/tools/internal/version"
)

// run executes the command line with the analyzer, and returns the exit code.
func run(args []string, analyzer *analysis.Analyzer) int {
	if isVettool(args) {
		vettool(analyzer) // does not return
	}
	if len(args) > 0 && args[0] == "help" {
		return help(os.Stdout, os.Stderr, args[1:])
	}
	c, err := parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Print(usage)
		return clean
	case err != nil:
		fmt.Fprintf(os.Stderr, "rcvet: %v\nRun 'rcvet -help' for usage.\n", err)
		return failed
	case c.version:
		fmt.Println("rcvet", version.String())
		return clean
	}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	code, err := c.run(ctx, analyzer)
	if ctx.Err() != nil {
		fmt.Fprintln(os.Stderr, "rcvet: interrupted")
		return interrupted
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "rcvet:", err)
	}
	return code
}

// run analyzes, fixes and reports.
func (c *command) run(ctx context.Context, analyzer *analysis.Analyzer) (int, error) {
	if _, err := exec.LookPath("go"); err != nil {
		return failed, fmt.Errorf("rcvet needs the go command in PATH; see https://go.dev/doc/install: %w", err)
	}
	var err error
	if c.base, err = os.Getwd(); err != nil {
		return failed, err
	}
	if c.dir != "" {
		if c.dir, err = filepath.Abs(c.dir); err != nil {
			return failed, err
		}
		if info, err := os.Stat(c.dir); err != nil {
			return failed, fmt.Errorf("-C: %w", err)
		} else if !info.IsDir() {
			return failed, fmt.Errorf("-C: %s is not a directory", c.dir)
		}
	}
	if c.place, err = locate(ctx, c.dir); err != nil {
		return failed, err
	}
	config, err := configuration(c.config, c.place, analyzer)
	if err != nil {
		return failed, err
	}
	if analyzer.Flags.Lookup(unfinished) != nil {
		config = append(config, "-"+analyzer.Name+"."+unfinished)
	}
	vet := &govet{dir: c.dir, flags: slices.Concat(c.buildFlags, config), packages: c.packages, root: c.place.root(), stderr: os.Stderr}
	if c.baseline != "" {
		if vet.known, err = readBaseline(c.baseline, c.place.dir); err != nil {
			return failed, err
		}
	}
	vetting, err := vet.run(ctx)
	if err != nil {
		return failed, err
	}
	if c.fix && !c.diff {
		if vetting, err = c.applyFixes(ctx, vet, vetting); err != nil {
			return failed, err
		}
	}
	if err := c.write(os.Stdout, vetting); err != nil {
		return failed, err
	}
	switch {
	case vetting.failed:
		return failed, vetting.failure(c.place)
	case len(vetting.reports) > 0:
		return found, nil
	}
	return clean, nil
}

// write writes the reports in the format that the flags select.
func (c *command) write(w io.Writer, v *vetting) error {
	switch {
	case c.diff:
		return c.writeDiff(w, v)
	case c.json:
		return writeDocument(w, v, c.base)
	case c.sarif:
		return sarifLog(v, c.place.root(), sources{}).Write(w)
	}
	if err := writeText(w, v.reports, c.base); err != nil {
		return err
	}
	if watched(os.Stderr) {
		fmt.Fprintln(os.Stderr, "rcvet:", summary(v))
	}
	return nil
}
