package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/mod/modfile"

	"github.com/rcpool/rcpool/tools/internal/command"
)

// Programs that use rcpool are run with each lease checked, as functions of one test
// binary: the library tells what is wrong with them.

// An outcome is what a run of a program has shown.
type outcome struct {
	mistakes []shownMistake
	ended    bool // main has returned
}

// A shownMistake is a mistake that a run shows.
type shownMistake struct {
	kind string // a rcpool.Kind, as a label, or "race"
	line string // of the program
}

// silent reports whether a run has shown that nothing is wrong.
func (o outcome) silent() bool { return o.ended && len(o.mistakes) == 0 }

func (o outcome) String() string {
	var list []string
	for _, m := range o.mistakes {
		list = append(list, fmt.Sprintf("%s at line %s", m.kind, m.line))
	}
	return strings.Join(list, ", ")
}

// expects reports whether a category is what the run shows.
func (o outcome) expects(category string) bool {
	return slices.ContainsFunc(o.mistakes, func(m shownMistake) bool { return slices.Contains(categoriesOf[m.kind], category) })
}

// categoriesOf are the categories that a run shows as a kind of mistake. A kept pointer
// is found only by chance, so it does not count.
var categoriesOf = map[string][]string{
	"leak":                      {"leak"},
	"double_release":            {"double-release", "use-after-release", "escape"},
	"stale_retain":              {"use-after-release", "double-release", "escape"},
	"use_after_release":         {"use-after-release", "double-release", "escape"},
	"detach_of_a_shared_object": {"detach"},
	"use_of_a_zero_ref":         {"zero-ref"},
	"late_write":                {"use-after-release", "escape"},
	"race":                      {"use-after-release", "escape"},
	"dirty_reset":               {"reset"},
}

// running is how many programs run at once. Those that leak mostly wait.
const running = 4

// runAll runs programs, and returns what is shown of each, by its folder.
func runAll(ctx context.Context, round, dir string, programs []mutant, race bool) (map[string]outcome, error) {
	if err := moveModule(round, dir); err != nil {
		return nil, err
	}
	module, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return nil, err
	}
	var imports, functions strings.Builder
	for i, p := range programs {
		name := fmt.Sprintf("program%d", i)
		if err := writeFile(filepath.Join(dir, name, "main.go"), library(p.Text, name)); err != nil {
			return nil, err
		}
		fmt.Fprintf(&imports, "import %s %q\n", name, modfile.ModulePath(module)+"/"+name)
		fmt.Fprintf(&functions, "%q: %s.Main,\n", p.folder, name)
	}
	test := strings.NewReplacer("IMPORTS", imports.String(), "FUNCTIONS", functions.String()).Replace(harness)
	if err := writeFile(filepath.Join(dir, "run_test.go"), []byte(test)); err != nil {
		return nil, err
	}
	binary, err := filepath.Abs(filepath.Join(dir, "run.test.exe"))
	if err != nil {
		return nil, err
	}
	arguments := []string{"test", "-c", "-vet=off", "-p", "1", "-o", binary}
	if race {
		arguments = append(arguments, "-race")
	}
	compile := exec.CommandContext(ctx, "go", append(arguments, ".")...)
	compile.Dir, compile.Env = dir, append(os.Environ(), "GOWORK=off")
	if _, err := command.Output(compile); err != nil {
		return nil, err
	}
	outcomes := map[string]outcome{}
	var mu sync.Mutex
	var all sync.WaitGroup
	turn := make(chan struct{}, running)
	for _, p := range programs {
		turn <- struct{}{}
		all.Go(func() {
			defer func() { <-turn }()
			o := runOne(ctx, binary, p.folder)
			mu.Lock()
			defer mu.Unlock()
			outcomes[p.folder] = o
		})
	}
	all.Wait()
	return outcomes, ctx.Err()
}

// harness is the test file.
const harness = `package run

import (
	"fmt"
	"os"
	"testing"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rctest"
)

IMPORTS

var programs = map[string]func(){
FUNCTIONS
}

func Test(t *testing.T) {
	rcpool.SetPanicOnMisuse(false)
	ended := false
	t.Cleanup(func() {
		for _, r := range rcpool.Reports() {
			at := r.MisusedAt
			if at == nil {
				at = r.ReleasedAt
			}
			if at == nil {
				at = r.GotAt
			}
			say(r.Kind.Label(), at)
		}
		if ended { // or else the program has had no time to release
			for _, l := range rcpool.Leases() {
				say("leak", l.GotAt)
			}
			say("ended", nil)
		}
	})
	rctest.NoMistakes(t)
	programs[os.Getenv("PROGRAM")]()
	ended = true
}

func say(what string, at rcpool.Stack) { fmt.Printf("\n\x00%s\t%s\n", what, at.Site()) }
`

// said is a line of the harness, or the beginning of a report of the race detector
// up to the first line of the program.
var said = regexp.MustCompile(`\x00(\w+)\t.*?(?:main\.go:(\d+))?\n|WARNING: DATA (RACE)(?s:.*?)main\.go:(\d+)`)

// runOne runs a program of the binary.
func runOne(ctx context.Context, binary, name string) outcome {
	run := exec.CommandContext(ctx, binary, "-test.timeout=20s")
	run.Dir, run.Env = filepath.Dir(binary), append(os.Environ(), "PROGRAM="+name)
	out, _ := run.CombinedOutput() // it fails where a mistake is shown
	return outcomeOf(out)
}

// outcomeOf reads what a run has printed.
func outcomeOf(out []byte) (o outcome) {
	for _, line := range said.FindAllSubmatch(out, -1) {
		switch m := (shownMistake{string(line[1]), string(line[2])}); {
		case m.kind == "ended":
			o.ended = true
		case m.kind == "":
			o.mistakes = append(o.mistakes, shownMistake{"race", string(line[4])})
		case categoriesOf[m.kind] != nil:
			o.mistakes = append(o.mistakes, m)
		}
	}
	slices.SortFunc(o.mistakes, func(a, b shownMistake) int { return strings.Compare(a.kind+a.line, b.kind+b.line) })
	o.mistakes = slices.Compact(o.mistakes)
	return o
}

// library is a program's text as a package with a function Main.
func library(text []byte, name string) []byte {
	text = bytes.Replace(text, []byte("\npackage main"), []byte("\npackage "+name), 1)
	return bytes.Replace(text, []byte("\nfunc main()"), []byte("\nfunc Main()"), 1)
}
