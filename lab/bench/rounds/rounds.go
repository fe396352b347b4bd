// Package rounds measures benchmarks in interleaved rounds, and summarizes what
// it measured.
//
// A round runs every benchmark once, so that what slows the machine for some
// seconds slows all of them alike. What two variants took in the same round is
// a pair; the median of the ratios of the pairs, with its 95 % interval, says
// how much more one takes than the other.
package rounds

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rcpool/rcpool/lab/internal/command"
	"github.com/rcpool/rcpool/lab/internal/summary"
)

// A Plan says which benchmarks of a package to run, and how.
type Plan struct {
	Package   string        // its directory
	Bench     string        // what the names match, as for go test -bench; default all
	Skip      string        // what they must not match, as for go test -skip
	CPU       int           // GOMAXPROCS; default all processors
	Race      bool          // under the race detector
	Benchtime time.Duration // of each benchmark in each round
}

// Measure compiles the packages of the plans and runs all plans in each round.
// It writes the results to w in Go's benchmark format, which Summarize and
// benchstat read, after lines that say when, where and how they were measured.
// It calls progress with the number of each round that is done.
func Measure(ctx context.Context, w io.Writer, plans []Plan, rounds int, progress func(round int)) error {
	scratch, err := os.MkdirTemp("", "rounds")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	type build struct {
		pkg  string
		race bool
	}
	binaries := make(map[build]string)
	for _, plan := range plans {
		b := build{plan.Package, plan.Race}
		if binaries[b] != "" {
			continue
		}
		binary := filepath.Join(scratch, strconv.Itoa(len(binaries))+".test")
		args := []string{"test", "-c", "-o", binary}
		if plan.Race {
			args = append(args, "-race")
		}
		if _, err := command.Output(command.Start(ctx, plan.Package, "go", append(args, ".")...)); err != nil {
			return fmt.Errorf("compile the benchmarks of %s: %w", plan.Package, err)
		}
		binaries[b] = binary
	}

	if err := WriteHeader(w, header(ctx, plans, rounds)); err != nil {
		return err
	}
	out := &writer{to: w}
	for round := 1; round <= rounds; round++ {
		for _, plan := range plans {
			printed, err := command.Output(plan.run(ctx, binaries[build{plan.Package, plan.Race}]))
			if err == nil {
				err = out.results(printed)
			}
			if err != nil {
				return fmt.Errorf("the benchmarks of %s, round %d: %w\n%s", plan.Package, round, err, printed)
			}
		}
		progress(round)
	}
	return nil
}

func header(ctx context.Context, plans []Plan, rounds int) summary.Run {
	run := summary.Now(ctx, plans[0].Package)
	run.Rounds, run.Benchtime = rounds, plans[0].Benchtime.String()
	return run
}

// run is one round of the plan.
func (p Plan) run(ctx context.Context, binary string) *exec.Cmd {
	cpu := p.CPU
	if cpu == 0 {
		cpu = runtime.NumCPU()
	}
	bench := p.Bench
	if bench == "" {
		bench = "."
	}
	return command.Start(ctx, p.Package, binary, "-test.run=^$", "-test.bench="+bench, "-test.skip="+p.Skip,
		"-test.benchtime="+p.Benchtime.String(), "-test.cpu="+strconv.Itoa(cpu))
}

// WriteHeader writes the lines of configuration that a file in Go's benchmark
// format begins with: when, where and how it was measured.
func WriteHeader(w io.Writer, r summary.Run) error {
	lines := []struct{ key, value string }{
		{"date", r.Date}, {"commit", r.Commit}, {"go", r.Go}, {"goos", r.OS}, {"goarch", r.Arch}, {"cpu", r.CPU},
		{"processors", strconv.Itoa(r.Processors)}, {"rounds", strconv.Itoa(r.Rounds)}, {"benchtime", r.Benchtime}, {"command", r.Command},
	}
	for _, key := range slices.Sorted(maps.Keys(r.Notes)) {
		lines = append(lines, struct{ key, value string }{key, r.Notes[key]})
	}
	for _, line := range lines {
		if line.value == "" || line.value == "0" {
			continue
		}
		if _, err := fmt.Fprintf(w, "%s: %s\n", line.key, line.value); err != nil {
			return err
		}
	}
	return nil
}

// A writer writes results, and the package where it changes.
type writer struct {
	to  io.Writer
	pkg string
}

// results takes over what a test binary printed.
func (w *writer) results(printed []byte) error {
	any := false
	for lines := bufio.NewScanner(bytes.NewReader(printed)); lines.Scan(); {
		line := lines.Text()
		switch {
		case strings.HasPrefix(line, "Benchmark") && strings.Contains(line, "ns/op"):
			any = true
		case strings.HasPrefix(line, "pkg: ") && line != w.pkg:
			w.pkg = line
		default:
			continue
		}
		if _, err := fmt.Fprintln(w.to, line); err != nil {
			return err
		}
	}
	if !any {
		return errors.New("none of them ran")
	}
	return nil
}
