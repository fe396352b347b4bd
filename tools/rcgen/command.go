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

	"github.com/rcpool/rcpool/tools/internal/reset"
)

// A command is a parsed command line.
type command struct {
	reset.Config
	check     bool
	version   bool
	arguments []string // the arguments after the flags
}

// parse reads the command line. An error means wrong usage.
func parse(args []string) (command, error) {
	var c command
	var types string
	flags := flag.NewFlagSet("rcgen", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&types, "type", "", "")
	flags.StringVar(&c.Output, "output", "", "")
	flags.Var(&c.Limit, "limit", "")
	flags.StringVar(&c.Tags, "tags", "", "")
	flags.BoolVar(&c.check, "check", false, "")
	flags.BoolVar(&c.version, "version", false, "")
	if err := flags.Parse(args); err != nil {
		return c, err
	}
	if c.version {
		return c, nil
	}
	c.arguments = flags.Args()
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if !given["type"] {
		switch {
		case !c.check:
			return c, errors.New("no type: name one, as in rcgen -type Event")
		case given["output"] || given["limit"]:
			return c, errors.New("-check without -type takes -output and -limit from the //go:generate lines; leave them out, or add -type")
		}
		return c, nil
	}
	for name := range strings.SplitSeq(types, ",") {
		if name = strings.TrimSpace(name); name == "" {
			return c, fmt.Errorf("-type %q has an empty name", types)
		}
		c.Types = append(c.Types, name)
	}
	switch len(c.arguments) {
	case 0:
	case 1:
		c.Dir = c.arguments[0]
		if info, err := os.Stat(c.Dir); err == nil && !info.IsDir() {
			return c, fmt.Errorf("%s is a file; name the directory of its package instead", c.Dir)
		}
	default:
		return c, fmt.Errorf("too many arguments: %s; name one directory, after the flags", strings.Join(c.arguments, " "))
	}
	return c, nil
}

// run writes or checks one file.
func (c command) run(ctx context.Context) error {
	file, err := reset.Generate(ctx, c.Config)
	if err != nil {
		return err
	}
	if !c.check {
		return file.Write()
	}
	stale, err := file.Stale()
	if err != nil || stale == "" {
		return err
	}
	return fmt.Errorf("%s %s\nRun go generate, or rcgen %s", file.Path, stale, c)
}

// String returns the arguments that write the file.
func (c command) String() string {
	line := "-type " + strings.Join(c.Types, ",")
	for _, f := range []struct{ name, value string }{{"output", c.Output}, {"tags", c.Tags}} {
		if f.value != "" {
			line += " -" + f.name + " " + f.value
		}
	}
	if c.Limit != 0 {
		line += " -limit " + c.Limit.String()
	}
	if c.Dir != "" {
		if c.Dir != here() {
			line += " " + c.Dir
		}
	}
	return line
}

// shorten makes the paths below the current directory relative.
func shorten(text string) string {
	return strings.ReplaceAll(text, here()+string(filepath.Separator), "")
}

func here() string {
	dir, err := os.Getwd()
	if err != nil {
		return "." // nothing is shortened
	}
	return dir
}
