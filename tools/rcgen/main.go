// Command rcgen writes Reset methods for objects that come from a pool. Run it
// with go generate; rcgen -help teaches the rest.
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

	"github.com/rcpool/rcpool/tools/internal/reset"
)

const help = `rcgen writes Reset methods: they clear every field of an object, and keep the
capacity of its slices and maps for the next use.

	//go:generate rcgen -type Event
	type Event struct {
		Name    string
		Tags    []string
		Attrs   map[string]string
		Body    []byte       ` + "`" + `rcpool:"limit=1MiB"` + "`" + `
		encoder *json.Encoder ` + "`" + `rcpool:"keep"` + "`" + `
	}

go generate then writes event_reset.go beside it, with func (v *Event) Reset(),
which a rcpool.Pool[Event] calls by itself. Write it again when the fields
change; in CI, fail if somebody forgot to:

	rcgen -check ./...

Usage:

	rcgen -type Name[,Name...] [flags] [directory]
	rcgen -check -type Name[,Name...] [flags] [directory]
	rcgen -check [packages]    what all //go:generate lines with rcgen would write

Flags:

	-type names     the types: structs, or named slices, maps and arrays
	-output file    default: <first type in lower case>_reset.go
	-limit size     drop what is larger, default 64KiB; a number of bytes, or with
	                KiB, MiB or GiB; none keeps everything
	-tags tags      build tags, as for go build
	-check          write nothing; fail if a file is stale or missing

Tags of fields:

	rcpool:"keep"         Reset does not touch it
	rcpool:"drop"         set to zero or nil, capacity and all: for slices and maps
	                      that are borrowed (e.Header = r.Header)
	rcpool:"owned"        a pointer, interface or slice: reset what it leads to, and
	                      keep it; a rcpool.Ref: release it
	rcpool:"limit=1MiB"   a limit of its own, or limit=none

Exit codes: 0 done, or all is fresh; 1 failed, or something is stale; 2 wrong
usage; 130 interrupted.
`

const (
	done        = 0
	failed      = 1
	wrongUsage  = 2
	interrupted = 130
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	if ctx.Err() != nil {
		code = interrupted
	}
	stop()
	os.Exit(code)
}

// A command is what the arguments ask for.
type command struct {
	reset.Config
	check     bool
	arguments []string // what follows the flags
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	c, err := parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, help)
		return done
	case err != nil:
		fmt.Fprintf(stderr, "rcgen: %v\nrcgen -help says more.\n", err)
		return wrongUsage
	case len(c.Types) == 0:
		err = checkDirectives(ctx, c, stderr)
	default:
		err = c.run(ctx)
	}
	if err != nil {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			fmt.Fprintf(stderr, "rcgen: %s\n", shorten(line))
		}
		return failed
	}
	return done
}

// parse reads the arguments. Errors are wrong usage.
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
	if err := flags.Parse(args); err != nil {
		return c, err
	}
	c.arguments = flags.Args()
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if !given["type"] {
		switch {
		case !c.check:
			return c, errors.New("which type? Say -type Event")
		case given["output"] || given["limit"]:
			return c, errors.New("-check without -type checks what //go:generate lines say: -output and -limit are said there")
		}
		return c, nil
	}
	for name := range strings.SplitSeq(types, ",") {
		if name = strings.TrimSpace(name); name == "" {
			return c, fmt.Errorf("-type %q lacks a name", types)
		}
		c.Types = append(c.Types, name)
	}
	switch len(c.arguments) {
	case 0:
	case 1:
		c.Dir = c.arguments[0]
		if info, err := os.Stat(c.Dir); err == nil && !info.IsDir() {
			return c, fmt.Errorf("%s is a file: name the directory of the package", c.Dir)
		}
	default:
		return c, fmt.Errorf("one directory at most: %s (flags come first)", strings.Join(c.arguments, " "))
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
	return fmt.Errorf("%s %s\nRun go generate, or: rcgen %s", file.Path, stale, c)
}

// String is the command line that writes the file.
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

// shorten makes paths relative that lead into the current directory.
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
