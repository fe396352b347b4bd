// Command release makes the releases of this repository. RELEASING.md is the
// procedure, and release -help describes each step.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool/tools/internal/command"
)

const help = `release makes the releases of this repository. RELEASING.md is the procedure.

	go run ./tools/internal/release tidy
	go run ./tools/internal/release prepare v0.2.0
	go run ./tools/internal/release check v0.2.0
	go run ./tools/internal/release tag -do v0.2.0

A release has one version for all modules that users can require. They are
listed in tools/internal/release/modules.go.

Commands:

	tidy                 check, before any commit: each go.mod is tidy without the
	                     workspace, and nothing in it keeps users from requiring
	                     the module
	prepare VERSION      write the version into the changelog and into the go.mod
	                     and go.sum of the modules that require each other; you
	                     commit the result
	check VERSION        check that the commit can be released: no uncommitted
	                     changes, a changelog, the requires, tidy, no such tags
	tag [-do] VERSION    check, then print the git commands that make the tags and
	                     push them; -do makes the tags, and you push them
	notes VERSION        print the section of the changelog
	proxy VERSION DIR    write a module proxy of the checkout to DIR, with each
	                     module at VERSION; for GOPROXY=file://DIR
	build VERSION DIR    write archives of rcvet, rcgen and rcadvise to DIR, for
	                     linux, darwin and windows on amd64 and arm64, and
	                     SHA256SUMS; the same commit and Go release always give
	                     the same bytes

VERSION is a semantic version such as v0.2.0 or v0.2.0-rc.1.

Exit codes: 0 done, or all is well; 1 failed, or something is wrong; 2 wrong
usage; 130 interrupted.
`

func main() { command.Main(run) }

// An invocation is a command with its arguments, in the repository.
type invocation struct {
	*repository
	version string // "" for tidy
	dir     string // of proxy and build
	do      bool   // of tag
	stdout  io.Writer
}

// steps are the commands by their names.
var steps = map[string]struct {
	arguments []string
	run       func(context.Context, invocation) error
}{
	"tidy":    {nil, tidy},
	"prepare": {[]string{"VERSION"}, prepare},
	"check":   {[]string{"VERSION"}, check},
	"tag":     {[]string{"VERSION"}, tag},
	"notes":   {[]string{"VERSION"}, notes},
	"proxy":   {[]string{"VERSION", "DIR"}, proxy},
	"build":   {[]string{"VERSION", "DIR"}, build},
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	err := runStep(ctx, args, stdout)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stdout, help)
	}
	return command.Exit(ctx, stderr, "release", err)
}

func runStep(ctx context.Context, args []string, stdout io.Writer) error {
	in := invocation{stdout: stdout}
	flags := flag.NewFlagSet("release", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	if err := parse(flags, args); err != nil {
		return err
	}
	if flags.NArg() == 0 {
		return command.Mistake("which command? tidy, prepare, check, tag, notes, proxy or build")
	}
	name := flags.Arg(0)
	step, known := steps[name]
	if !known {
		if name == "help" {
			return flag.ErrHelp
		}
		return command.Mistake("there is no command %q", name)
	}

	args, flags = flags.Args()[1:], flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	if name == "tag" {
		flags.BoolVar(&in.do, "do", false, "")
	}
	if err := parse(flags, args); err != nil {
		return err
	}
	if flags.NArg() != len(step.arguments) {
		return command.Mistake("these are not the arguments of %s: release %s", name, strings.Join(append([]string{name}, step.arguments...), " "))
	}
	if flags.NArg() > 0 {
		in.version = flags.Arg(0)
		if err := checkVersion(in.version); err != nil {
			return err
		}
	}
	in.dir = flags.Arg(1)

	var err error
	if in.repository, err = openRepository(ctx, "."); err != nil {
		return err
	}
	return step.run(ctx, in)
}

func parse(flags *flag.FlagSet, args []string) error {
	err := flags.Parse(args)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		return command.Mistake("%v", err)
	}
	return err
}
