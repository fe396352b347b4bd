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
	"strings"
	"syscall"

	"golang.org/x/tools/go/analysis"

	"github.com/rcpool/rcpool/tools/internal/version"
)

// The exit codes.
const (
	clean       = 0   // no reports
	found       = 1   // there are reports
	failed      = 2   // wrong usage, or some packages were not checked
	interrupted = 130 // by a signal
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

// A command is a parsed command line.
type command struct {
	dir                             string  // the directory to work in; "" is the current one
	config                          *string // the configuration file, if -config is set
	json, sarif, fix, diff, version bool
	buildFlags, packages            []string

	base  string // where rcvet was started; file names are relative to it
	place place  // where the code is
}

// parse reads the command line. It fails with flag.ErrHelp if -help is set.
func parse(args []string) (*command, error) {
	c := &command{}
	flags := flag.NewFlagSet("rcvet", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&c.dir, "C", "", "")
	flags.Func("config", "", func(path string) error { c.config = &path; return nil })
	flags.BoolVar(&c.json, "json", false, "")
	flags.BoolVar(&c.sarif, "sarif", false, "")
	flags.BoolVar(&c.fix, "fix", false, "")
	flags.BoolVar(&c.diff, "diff", false, "")
	flags.BoolVar(&c.version, "version", false, "")
	for _, name := range []string{"a", "asan", "buildvcs", "linkshared", "modcacherw", "msan", "race", "trimpath", "v", "work", "x"} {
		flags.BoolFunc(name, "", c.passOn(name))
	}
	for _, name := range []string{"asmflags", "buildmode", "compiler", "gccgoflags", "gcflags", "installsuffix", "ldflags",
		"mod", "modfile", "overlay", "p", "pgo", "pkgdir", "tags", "toolexec"} {
		flags.Func(name, "", c.passOn(name))
	}
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	c.packages = flags.Args()
	for _, name := range c.packages {
		if strings.HasPrefix(name, "-") {
			return nil, fmt.Errorf("flag %s comes after a package: put flags before packages", name)
		}
	}
	switch {
	case c.json && c.sarif:
		return nil, errors.New("-json and -sarif cannot be used together")
	case c.diff && (c.json || c.sarif):
		return nil, errors.New("-diff cannot be used with -json or -sarif")
	}
	if c.fix || c.diff {
		for _, f := range c.buildFlags {
			if strings.HasPrefix(f, "-overlay=") {
				return nil, errors.New("-fix and -diff cannot be used with -overlay")
			}
		}
	}
	return c, nil
}

// passOn returns a function that passes a flag of go build on to go vet.
func (c *command) passOn(name string) func(string) error {
	return func(value string) error {
		c.buildFlags = append(c.buildFlags, "-"+name+"="+value)
		return nil
	}
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
	vet := &govet{dir: c.dir, flags: slices.Concat(c.buildFlags, config), packages: c.packages, stderr: os.Stderr}
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
	sources := sources{}
	switch {
	case c.diff:
		return c.writeDiff(w, v)
	case c.json:
		return writeDocument(w, v, c.base, fingerprints(v.reports, c.place.root(), sources))
	case c.sarif:
		return sarifLog(v, c.place.root(), sources).Write(w)
	}
	if err := writeText(w, v.reports, c.base); err != nil {
		return err
	}
	if watched(os.Stderr) {
		fmt.Fprintln(os.Stderr, "rcvet:", summary(v))
	}
	return nil
}
