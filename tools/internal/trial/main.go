// Trial scores rcvet on programs whose authors have not seen how it works.
//
// A round is a folder with a go.mod and a folder for each program. One file of
// each program begins with what is true about it:
//
//	// truth: correct
//	// truth: use-after-release line 42 plain
//
// The second form names the category of the mistake, its line in that file, and
// how hard it is to find: plain, if one function shows it; callee, if one must
// know what another function does; hard, if it needs a container, an identity or
// a callback that is kept. Several lines, as in "line 42,57", are one mistake
// that shows at each of them.
//
// The go.mod names the library as it is in this repository:
//
//	module round
//
//	go 1.25.0
//
//	require github.com/rcpool/rcpool v0.0.0
//
//	replace github.com/rcpool/rcpool => ../../../../../..
//
// Write the programs from the documentation alone, run them under the race
// detector, and score them once, before anything is mended:
//
//	go run ./tools/internal/trial -record folder
//	go run ./tools/internal/trial -docs docs/rcvet.md
//
// Rounds are kept in testdata/rounds, and are test data from then on: their score
// must not get worse. In the go.mod of a round that is kept, let modules other
// than rcpool be the stubs of tools/internal/ownership/testdata, so that the test
// needs no network.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/rcpool/rcpool/tools/internal/command"
	"github.com/rcpool/rcpool/tools/internal/marked"
)

func main() { command.Main(run) }

const about = `usage: trial [flags] [folder ...]

Runs rcvet over rounds of programs and compares its reports with what the first
line of each program says is true. Without a folder it takes the rounds that are
kept in testdata/rounds. Run "go doc" in the folder of this command for what a
round looks like.

With -rewrite it runs rcvet over other versions of the programs, which do the
same but are written differently, and shows what rcvet says of them that it does
not say of the programs: reports on versions of correct ones, and mistakes that
are not found any more. Package rewrite has the rewritings. To look at one:

	go run ./internal/trial -rewrite -only inline -each 0 -keep /tmp/versions

With -mutate it makes one mistake in each of several correct programs that need no
module but rcpool. It runs them with each lease checked, and lists the mistakes that
a run shows and rcvet does not report. Package mutate has the mutations.

Exit codes: 0 done; 1 failed; 2 wrong usage; 130 interrupted.

Flags:
`

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("trial", flag.ContinueOnError)
	var options options
	flags.StringVar(&options.tool, "rcvet", "", "the `file` of the command to score (default: rcvet, built from this module)")
	flags.BoolVar(&options.record, "record", false, "write the score of each round into its "+scoreFile)
	flags.StringVar(&options.docs, "docs", "", "write the recorded scores of the rounds that are kept into this `page`, and run nothing")
	flags.BoolVar(&options.json, "json", false, "print the results as JSON")
	flags.BoolVar(&options.rewrite, "rewrite", false, "rewrite the programs, and compare what is reported then; -only, -each, -sites, -seed and -keep are for this")
	flags.BoolVar(&options.mutate, "mutate", false, "put mistakes into the correct programs, and show which are not found; -only, -each, -seed and -keep are for this, too")
	flags.BoolVar(&options.race, "race", false, "with -mutate, run the mutants under the race detector")
	flags.StringVar(&options.how.only, "only", "", "do only the rewritings with these `names`, as in inline,getter, or with -mutate the one mutation of this name (default: all)")
	flags.IntVar(&options.how.each, "each", 2, "change so many programs of a round in each way; 0 is all")
	flags.IntVar(&options.how.sites, "sites", 3, "rewrite a program at this many places")
	flags.Uint64Var(&options.how.seed, "seed", 0, "choose programs and places by this number")
	flags.StringVar(&options.how.keep, "keep", "", "leave the versions in this `folder`")
	err := command.Parse(flags, args, about, stdout)
	if err == nil {
		err = options.run(ctx, flags.Args(), stdout)
	}
	return command.Exit(ctx, stderr, "trial", err)
}

type options struct {
	tool   string
	record bool
	docs   string
	json   bool

	rewrite bool
	mutate  bool
	race    bool
	how     rewriting
}

func (o options) run(ctx context.Context, folders []string, stdout io.Writer) error {
	if err := o.check(folders); err != nil {
		return err
	}
	if len(folders) == 0 {
		var err error
		if folders, err = keptRounds(ctx); err != nil {
			return err
		}
	}
	if o.docs != "" {
		table, err := recordedTable(folders)
		if err != nil {
			return err
		}
		return region(o.docs).Replace(table)
	}
	if len(folders) == 0 {
		return errors.New("no rounds are kept yet; name the folder of one")
	}
	tool, err := filepath.Abs(o.tool)
	if o.tool == "" {
		var dir string
		if dir, err = os.MkdirTemp("", "trial"); err == nil {
			defer os.RemoveAll(dir)
			tool, err = build(ctx, dir)
		}
	}
	if err != nil {
		return err
	}
	var all fmt.Stringer
	switch {
	case o.rewrite:
		all, err = o.how.tryAll(ctx, tool, folders)
	case o.mutate:
		all, err = mutating{o.how.seed, o.how.only, o.how.each, o.how.keep, o.race}.tryAll(ctx, tool, folders)
	default:
		return o.score(ctx, tool, folders, stdout)
	}
	if err != nil {
		return err
	}
	return o.print(stdout, all)
}

// check reports flags that do not go together.
func (o options) check(folders []string) error {
	switch {
	case o.docs != "" && (len(folders) > 0 || o.record || o.json):
		return command.Mistake("-docs takes no folder and no other flag")
	case o.rewrite && (o.docs != "" || o.record):
		return command.Mistake("-rewrite scores nothing that could be recorded")
	case o.mutate && (o.rewrite || o.docs != "" || o.record):
		return command.Mistake("-mutate takes neither -rewrite nor -docs nor -record")
	}
	return nil
}

// score shows what a tool reports in rounds, and records it if it is told to.
func (o options) score(ctx context.Context, tool string, folders []string, stdout io.Writer) error {
	for _, folder := range folders {
		r, err := try(ctx, tool, folder)
		if err != nil {
			return fmt.Errorf("%s: %w", folder, err)
		}
		if err := o.print(stdout, r); err != nil {
			return err
		}
		if o.record {
			if err := record(folder, r.Score); err != nil {
				return err
			}
		}
	}
	return nil
}

func (o options) print(w io.Writer, r fmt.Stringer) error {
	if !o.json {
		_, err := io.WriteString(w, r.String())
		return err
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "\t")
	return encoder.Encode(r)
}

// build makes rcvet in dir, under a name that Windows runs too.
func build(ctx context.Context, dir string) (tool string, err error) {
	tool = filepath.Join(dir, "rcvet.exe")
	_, err = command.Output(exec.CommandContext(ctx, "go", "build", "-o", tool, "github.com/rcpool/rcpool/tools/rcvet"))
	return tool, err
}

// keptRounds are the folders in testdata/rounds of this package.
func keptRounds(ctx context.Context) ([]string, error) {
	dir, err := command.Output(exec.CommandContext(ctx, "go", "list", "-f", "{{.Dir}}", "github.com/rcpool/rcpool/tools/internal/trial"))
	if err != nil {
		return nil, err
	}
	return roundsIn(filepath.Join(strings.TrimSpace(string(dir)), "testdata", "rounds"))
}

// roundsIn are the folders of a folder whose names are numbers, in their order.
func roundsIn(dir string) (rounds []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	number := map[string]int{}
	for _, entry := range entries {
		if n, err := strconv.Atoi(entry.Name()); err == nil && entry.IsDir() {
			path := filepath.Join(dir, entry.Name())
			number[path] = n
			rounds = append(rounds, path)
		}
	}
	slices.SortFunc(rounds, func(a, b string) int { return number[a] - number[b] })
	return rounds, nil
}

// region is where the scores are in a page.
func region(page string) marked.Region {
	return marked.Region{
		File:  page,
		Begin: "<!-- rounds: written by go run ./tools/internal/trial -docs -->",
		End:   "<!-- end of rounds -->",
	}
}
