// Cost measures how much longer go vet takes with rcvet, on a public module.
//
//	go run ./internal/cost -module google.golang.org/grpc@v1.85.0
//
// It makes two comparisons in interleaved pairs: the analyzers of go vet without
// and with rcvet, and a vet tool without analyzers against rcvet alone. In a cold
// run, go vet has no cached results, but all packages are compiled. Compiling them
// before the first pair takes long if the machine has never built the module. In a
// warm run, nothing has changed since the last one. Processor times are those of
// go vet and of all processes that it starts. The result is Markdown.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/rcpool/rcpool/tools/internal/command"
)

const about = `Cost measures how much longer go vet takes with rcvet, on a public module. It takes
some 20 minutes with the default module, and prints a table in Markdown. Run it in
the folder of the module of the tools.

Exit codes: 0 done; 1 failed; 2 wrong usage; 130 interrupted.

Flags:
`

func main() { command.Main(run) }

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("cost", flag.ContinueOnError)
	module := flags.String("module", "google.golang.org/grpc@v1.85.0", "the module to vet, at a `version`")
	pairs := flags.Int("pairs", 7, "how often each comparison is made")
	err := command.Parse(flags, args, about, stdout)
	switch {
	case err != nil:
	case flags.NArg() > 0:
		err = command.Mistake("%q is not a flag", flags.Arg(0))
	case *pairs < 1:
		err = command.Mistake("-pairs is %d, but at least one is needed", *pairs)
	default:
		err = measure(ctx, *module, *pairs, stdout, stderr)
	}
	return command.Exit(ctx, stderr, "cost", err)
}

// A comparison is between two vet tools.
type comparison struct{ without, with *tool }

func measure(ctx context.Context, module string, pairs int, stdout, stderr io.Writer) error {
	dir, err := os.MkdirTemp("", "rcvet-cost-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	bench := &bench{ctx: ctx, dir: dir, code: filepath.Join(dir, "code")}
	packages, err := bench.checkOut(module)
	if err != nil {
		return err
	}
	const (
		vettool = "github.com/rcpool/rcpool/tools/internal/cost/vettool"
		rcvet   = "github.com/rcpool/rcpool/tools/rcvet"
	)
	comparisons := []comparison{
		{&tool{name: "go vet's analyzers", pkg: vettool, set: "standard"},
			&tool{name: "go vet's analyzers and rcvet", pkg: vettool, set: "standard and rcvet"}},
		{&tool{name: "no analyzer", pkg: vettool, set: "none"},
			&tool{name: "rcvet alone", pkg: rcvet}},
	}
	for _, c := range comparisons { // compile all packages, and read all files once
		for _, t := range []*tool{c.without, c.with} {
			fmt.Fprintf(stderr, "cost: preparing: %s\n", t.name)
			if _, _, err := bench.both(t); err != nil {
				return err
			}
		}
	}
	for pair := range pairs {
		for _, c := range comparisons {
			fmt.Fprintf(stderr, "cost: pair %d of %d: %s\n", pair+1, pairs, c.with.name)
			order := []*tool{c.without, c.with}
			if pair%2 == 1 {
				slices.Reverse(order)
			}
			for _, t := range order {
				cold, warm, err := bench.both(t)
				if err != nil {
					return err
				}
				t.cold, t.warm = append(t.cold, cold), append(t.warm, warm)
			}
		}
	}
	fmt.Fprintf(stdout, "%s, %d packages, with their tests; %s on %s/%s, %d processors; medians of %d.\n\n", module, packages, runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), pairs)
	fmt.Fprintln(stdout, "| `go vet` with | cold, s | cold, s of processor | warm, s |\n|---|---:|---:|---:|")
	for _, c := range comparisons {
		for _, t := range []*tool{c.without, c.with} {
			fmt.Fprintf(stdout, "| %s | %.2f | %.2f | %.2f |\n", t.name, median(walls(t.cold)), median(processors(t.cold)), median(walls(t.warm)))
		}
		fmt.Fprintf(stdout, "| *ratio in a pair* | %.3f | %.3f | %.3f |\n", ratio(walls(c.with.cold), walls(c.without.cold)),
			ratio(processors(c.with.cold), processors(c.without.cold)), ratio(walls(c.with.warm), walls(c.without.warm)))
	}
	return nil
}

// A tool is a vet tool, and what it took.
type tool struct {
	name, pkg, set string
	cold, warm     []duration
}

// A duration is how long go vet took.
type duration struct{ wall, processor time.Duration }

// A bench runs go vet over the packages of a module.
type bench struct {
	ctx       context.Context
	dir, code string
	linked    int
}

// checkOut copies the module, and returns the number of its packages.
func (b *bench) checkOut(module string) (packages int, err error) {
	out, err := b.run(b.dir, "mod", "download", "-json", module)
	if err != nil {
		return 0, err
	}
	var download struct{ Dir string }
	if err := json.Unmarshal(out, &download); err != nil {
		return 0, err
	}
	if err := os.CopyFS(b.code, os.DirFS(download.Dir)); err != nil {
		return 0, err
	}
	out, err = b.run(b.code, "list", "./...")
	return bytes.Count(out, []byte("\n")), err
}

// both measures go vet with a tool that it has not seen before, and again.
func (b *bench) both(t *tool) (cold, warm duration, err error) {
	b.linked++
	binary := filepath.Join(b.dir, fmt.Sprintf("vettool%d.exe", b.linked))
	link := fmt.Sprintf("-buildid=%d", time.Now().UnixNano()) // what go vet knows is of a tool with these contents
	if t.set != "" {
		link += fmt.Sprintf(" -X 'main.set=%s'", t.set)
	}
	build := exec.CommandContext(b.ctx, "go", "build", "-ldflags="+link, "-o", binary, t.pkg)
	if _, err := command.Output(build); err != nil {
		return cold, warm, err
	}
	defer os.Remove(binary)
	if cold, err = b.vet(binary); err != nil {
		return cold, warm, err
	}
	warm, err = b.vet(binary)
	return cold, warm, err
}

func (b *bench) vet(binary string) (duration, error) {
	cmd := b.command(b.code, "vet", "-json", "-vettool="+binary, "./...")
	began := time.Now()
	_, err := command.Output(cmd)
	wall := time.Since(began)
	if err != nil {
		return duration{}, err
	}
	return duration{wall, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}, nil
}

// command is the go command, outside of this workspace.
func (b *bench) command(dir string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(b.ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "PWD="+dir)
	return cmd
}

func (b *bench) run(dir string, args ...string) ([]byte, error) {
	return command.Output(b.command(dir, args...))
}

func walls(durations []duration) (seconds []float64) {
	for _, d := range durations {
		seconds = append(seconds, d.wall.Seconds())
	}
	return seconds
}

func processors(durations []duration) (seconds []float64) {
	for _, d := range durations {
		seconds = append(seconds, d.processor.Seconds())
	}
	return seconds
}

// ratio is the median of the ratios of pairs.
func ratio(with, without []float64) float64 {
	var ratios []float64
	for i := range with {
		ratios = append(ratios, with[i]/without[i])
	}
	return median(ratios)
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
