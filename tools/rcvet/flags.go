package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
)

// A command is a parsed command line.
type command struct {
	dir                             string  // the directory to work in; "" is the current one
	config                          *string // the configuration file, if -config is set
	baseline                        string  // the document of an earlier run, if -baseline is set
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
	flags.StringVar(&c.baseline, "baseline", "", "")
	flags.Func("disable", "", c.disable)
	flags.BoolFunc("tests", "", c.passOn("rcvet.tests"))
	flags.Func("debug", "", c.passOn("rcvet.debug"))
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

// disable passes a list of categories on to the analyzer. It fails if one is unknown.
func (c *command) disable(list string) error {
	for _, id := range strings.Split(list, ",") {
		id, _, _ = strings.Cut(id, ":")
		if _, ok := mistake.DocOf(id); !ok {
			return fmt.Errorf("there is no category %q; 'rcvet help' lists them", id)
		}
	}
	return c.passOn("rcvet.disable")(list)
}

// passOn returns a function that passes a flag on to go vet.
func (c *command) passOn(name string) func(string) error {
	return func(value string) error {
		c.buildFlags = append(c.buildFlags, "-"+name+"="+value)
		return nil
	}
}
