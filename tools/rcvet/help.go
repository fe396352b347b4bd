package main

import (
	"fmt"
	"io"
	"strings"
)

const usage = `Rcvet finds mistakes in the counting of references in Go programs before they
run: leaks, double releases, uses after the release, borrowed objects that
escape, incomplete resets.

Usage:

	rcvet [flags] [packages]     check packages, like go vet; "./..." is all below here
	rcvet help [category]        explain a kind of report, with an example and its cure
	rcvet -version

Flags:

	-C dir         work in dir; names of files are printed relative to where you are
	-config file   what to track besides the built-in table; by default rcvet.json,
	               looked for here and above, up to the root of the workspace or module
	-fix           mend what can be mended for certain, and report the rest
	-diff          show what -fix would change, as a patch, and change nothing
	-json          write one JSON document
	-sarif         write SARIF 2.1.0, for code hosts
	-tags, -mod, -race and other flags of go build are handed on to it

Exit codes, whatever the format: 0 nothing found; 1 there are reports; 2 wrong usage,
or packages that do not compile; 130 interrupted.

Rcvet is also a tool of go vet, with go vet's output and exit codes:

	go vet -vettool=$(which rcvet) ./...

One line is excused by a comment with a reason, on it or above it:

	//rcpool:ignore the cache owns it
`

// help explains a category, or lists them all, and returns the exit code.
func help(stdout, stderr io.Writer, ids []string) int {
	if len(ids) == 0 {
		fmt.Fprint(stdout, usage, "\nCategories:\n\n")
		for _, c := range categories {
			fmt.Fprintf(stdout, "\t%-18s %s\n", c.id, c.summary)
		}
		return clean
	}
	for i, id := range ids {
		c, ok := categoryOf(id)
		if !ok {
			fmt.Fprintf(stderr, "rcvet: there is no category %q: 'rcvet help' lists them\n", id)
			return failed
		}
		if i > 0 {
			fmt.Fprintln(stdout)
		}
		fmt.Fprintf(stdout, "%s: %s\n\n%s\n\n%s\n%s\n\n%s\n%s\n", c.id, c.summary, c.text, indent(c.wrong), c.cure, indent(c.right), c.url())
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
