package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
)

const usage = `Rcvet finds mistakes in reference counting before a program runs: leaks, double
releases, uses after release, borrowed objects that escape, and incomplete resets.

Usage:

	rcvet [flags] [packages]     check packages, as go vet does; ./... is this directory and below
	rcvet help [category]        explain a category of reports, with an example and its cure
	rcvet -version               print the version

Flags:

	-C dir         run in dir; file names are still relative to the current directory
	-config file   add the APIs of a JSON file to the built-in table; the default is the
	               rcvet.json in this directory or the nearest one above it, up to the root
	               of the workspace or module; -config= uses none
	-baseline file do not report what an earlier run did; file holds what it wrote with -json
	-disable list  do not report these categories, such as -disable=non-pointer,leak,
	               or a category of one API, such as -disable=leak:arrow
	-tests=false   do not report mistakes in files of tests
	-fix           apply the fixes that are certain, and report the rest
	-diff          print what -fix would change as a patch, and change nothing
	-json          write one JSON document
	-sarif         write SARIF 2.1.0, for code hosts
	-debug func    print how rcvet walks a function: the state of each step, and its summary;
	               func is a name, or Type.name
	-tags, -mod, -race and other build flags are passed to go vet

Exit codes, for every format: 0 no reports; 1 reports; 2 wrong usage, or packages that
do not compile; 130 interrupted.

Rcvet is also a tool of go vet, with the output and the exit codes of go vet:

	go vet -vettool=$(which rcvet) ./...

To ignore the reports of a line, put a comment with a reason on it or above it:

	//rcpool:ignore the cache owns it
`

// help explains categories, or lists all of them, and returns the exit code.
func help(stdout, stderr io.Writer, ids []string) int {
	if len(ids) == 0 {
		fmt.Fprint(stdout, usage, "\nCategories:\n\n")
		for _, c := range mistake.Docs() {
			fmt.Fprintf(stdout, "\t%-18s %s\n", c.ID, c.Summary)
		}
		return clean
	}
	for i, id := range ids {
		c, ok := mistake.DocOf(id)
		if !ok {
			fmt.Fprintf(stderr, "rcvet: unknown category %q; run 'rcvet help' for a list\n", id)
			return failed
		}
		if i > 0 {
			fmt.Fprintln(stdout)
		}
		fmt.Fprintf(stdout, "%s: %s\n\n%s\n\n%s\n%s\n\n%s\n%s\n", c.ID, c.Summary, c.Text, indent(c.Wrong), c.Cure, indent(c.Right), c.URL())
	}
	return clean
}

func indent(code string) string {
	var b strings.Builder
	for line := range strings.Lines(code) {
		if line != "\n" {
			b.WriteByte('\t')
		}
		b.WriteString(line)
	}
	return b.String()
}
