// Rcadvise says from allocation profiles of a Go program what is worth pooling
// there, and what is not. For flags, examples and exit codes, run rcadvise -help.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"

	"github.com/rcpool/rcpool/tools/advice"
	"github.com/rcpool/rcpool/tools/allocation"
	"github.com/rcpool/rcpool/tools/internal/command"
	"github.com/rcpool/rcpool/tools/internal/version"
)

const about = `Rcadvise says what is worth pooling in a Go program, and what is not and what to do
instead. It reads what the program has allocated, so the program needs nothing but
net/http/pprof or runtime/pprof, and no rcpool.

Usage:

	rcadvise [flags] profile            of a while, such as /debug/pprof/allocs?seconds=30
	rcadvise [flags] before after       two of the same process: what happened in between
	rcadvise -version                   print the version

A profile is a file, - for standard input, or a URL. A URL without a path asks for
/debug/pprof/allocs?seconds=30. Take it while the program has the load that matters, for
long enough that several garbage collections end: the runtime publishes what was
allocated only then. Run rcadvise in the directory of the program's module: from the
source it tells whether an object outlives the function that makes it.

	cd my-service
	rcadvise http://127.0.0.1:6060

	curl -o before.pb.gz 'http://127.0.0.1:6060/debug/pprof/heap?gc=1'
	sleep 60
	curl -o after.pb.gz 'http://127.0.0.1:6060/debug/pprof/heap?gc=1'
	rcadvise before.pb.gz after.pb.gz

Each place is the innermost line of your own code on the stack, because that is what you
can change: it may be a Write whose gzip.Writer was new. What it says of each:

	worth pooling   by its size, its rate, and what a lease costs instead, as measured
	perhaps         the same, if you know who uses the object last: read the line
	instead         another way needs no pool: a capacity, an Append function, a variable
	not worth it    it costs too little at this load, is kept, or belongs to a library

Two snapshots (heap?gc=1) also tell how much is live, and so how often the collector
runs. One profile without seconds covers everything since the program started.

Flags:

`

const afterFlags = `
Exit codes: 0 done, whatever the advice is; 1 failed: no profile, not an allocation
profile, or nothing in it; 2 wrong usage; 130 interrupted.
`

func main() { command.Main(run) }

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	err := advise(ctx, args, stdout, stderr)
	if err == flag.ErrHelp {
		fmt.Fprint(stdout, afterFlags)
	}
	return command.Exit(ctx, stderr, "rcadvise", err)
}

func advise(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	var options advice.Options
	flags := flag.NewFlagSet("rcadvise", flag.ContinueOnError)
	asJSON := flags.Bool("json", false, "write JSON")
	most := flags.Int("n", 10, "show so many `places` of each verdict; 0 for all")
	modules := flags.String("module", "", "`paths` of the modules whose code is yours, separated by commas; by default that of the program, or of the source")
	flags.StringVar(&options.Source, "src", "", "`directory` of the source; by default the current one, if it is that of the program; none for none")
	flags.Float64Var(&options.Load, "load", 1, "judge as if the load were so many `times` that of the profile")
	worth := flags.Float64("worth", 0.1, "the least processor time that is worth a change, in `percent` of one processor")
	least := flags.Float64("min", 1, "leave out places with less than this `percent` of the bytes and of their cost")
	showVersion := flags.Bool("version", false, "print the version")
	if err := command.Parse(flags, args, about, stdout); err != nil {
		return err
	}
	if *showVersion {
		fmt.Fprintln(stdout, "rcadvise", version.String())
		return nil
	}
	switch {
	case flags.NArg() == 0:
		return command.Mistake("no profile: name a file or a URL, such as http://127.0.0.1:6060")
	case slices.ContainsFunc(flags.Args(), func(name string) bool { return len(name) > 1 && name[0] == '-' }):
		return command.Mistake("%s: flags come before the profiles", strings.Join(flags.Args(), " "))
	case flags.NArg() > 2:
		return command.Mistake("%d profiles: name one, or one before and one after", flags.NArg())
	case options.Load <= 0 || *worth <= 0 || *least <= 0 || *most < 0:
		return command.Mistake("-load, -worth and -min must be above 0, and -n not below")
	}
	options.Worth, options.Least = *worth/100, *least/100
	if *modules != "" {
		options.Modules = strings.Split(*modules, ",")
	}
	given := options.Source
	if given == "" {
		options.Source = "."
	} else if given == "none" {
		options.Source = ""
	} else if info, err := os.Stat(given); err != nil || !info.IsDir() {
		return command.Mistake("-src %s is not a directory", given)
	}
	p, err := read(ctx, flags.Args(), stderr)
	if err != nil {
		return err
	}
	a, err := advice.Advise(p, options)
	if err != nil {
		return err
	}
	if *asJSON {
		out := json.NewEncoder(stdout)
		out.SetEscapeHTML(false)
		out.SetIndent("", "\t")
		return out.Encode(a)
	}
	return a.Text(stdout, styleOf(stdout), *most)
}

// read reads one profile, or what was allocated between two.
func read(ctx context.Context, names []string, stderr io.Writer) (*allocation.Profile, error) {
	var all []*allocation.Profile
	for _, name := range names {
		data, from, err := fetch(ctx, name, stderr)
		if err != nil {
			return nil, err
		}
		p, err := allocation.Read(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", from, err)
		}
		all = append(all, p)
	}
	if len(all) == 1 {
		return all[0], nil
	}
	return all[1].Since(all[0])
}

// styleOf marks headings on a terminal.
func styleOf(w io.Writer) advice.Style {
	if file, ok := w.(*os.File); ok && term.IsTerminal(int(file.Fd())) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" {
		return advice.Style{Bold: "\x1b[1m", Plain: "\x1b[0m"}
	}
	return advice.Style{}
}
