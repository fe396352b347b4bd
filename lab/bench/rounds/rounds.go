// Package rounds measures benchmarks in interleaved rounds, and compares what
// it has measured.
//
// A round runs every benchmark once, and so what slows the machine for some
// seconds slows all of them alike. What two variants took in the same round is
// a pair; the median of the ratios of the pairs, with its 95 % interval, says
// how much more the one takes than the other.
package rounds

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// A Plan says which benchmarks of a package to run, and how.
type Plan struct {
	Package   string        // its directory
	Bench     string        // what the names match, as for go test -bench; default all
	Skip      string        // and what they must not match, as for go test -skip
	CPU       int           // GOMAXPROCS; default all processors
	Benchtime time.Duration // of each benchmark, each round
}

// Measure compiles the packages of the plans and runs all plans in each round.
// It writes the results to w in Go's benchmark format, which Read and benchstat
// read, after lines that say when, how, and with which Go they were measured.
// After each round it calls progress with the number of it.
func Measure(ctx context.Context, w io.Writer, plans []Plan, rounds int, progress func(round int)) error {
	scratch, err := os.MkdirTemp("", "rounds")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	binaries := make(map[string]string) // by package
	for _, plan := range plans {
		if binaries[plan.Package] != "" {
			continue
		}
		binary := filepath.Join(scratch, strconv.Itoa(len(binaries))+".test")
		compile := exec.CommandContext(ctx, "go", "test", "-c", "-o", binary, ".")
		compile.Dir = plan.Package
		if out, err := compile.CombinedOutput(); err != nil {
			return fmt.Errorf("compiling the benchmarks of %s: %w\n%s", plan.Package, err, out)
		}
		binaries[plan.Package] = binary
	}

	out := &writer{to: w, config: make(map[string]string)}
	out.header(rounds, plans)
	for round := 1; round <= rounds; round++ {
		for _, plan := range plans {
			cpu := plan.CPU
			if cpu == 0 {
				cpu = runtime.NumCPU()
			}
			bench := plan.Bench
			if bench == "" {
				bench = "."
			}
			run := exec.CommandContext(ctx, binaries[plan.Package], "-test.run=^$", "-test.bench="+bench, "-test.skip="+plan.Skip,
				"-test.benchtime="+plan.Benchtime.String(), "-test.cpu="+strconv.Itoa(cpu))
			run.Dir = plan.Package
			var stderr bytes.Buffer
			run.Stderr = &stderr
			stdout, err := run.Output()
			if err != nil {
				return fmt.Errorf("the benchmarks of %s, round %d: %w\n%s%s", plan.Package, round, err, stdout, stderr.Bytes())
			}
			if err := out.results(stdout); err != nil {
				return fmt.Errorf("the benchmarks of %s: %w", plan.Package, err)
			}
		}
		progress(round)
	}
	return out.err
}

// Header says when and with which Go something is measured, in the lines that a
// file in Go's benchmark format begins with.
func Header() string {
	return fmt.Sprintf("date: %s\ngo: %s\nprocessors: %d\n", time.Now().UTC().Format(time.DateOnly), runtime.Version(), runtime.NumCPU())
}

// A writer writes results, and the lines of configuration where they change.
type writer struct {
	to     io.Writer
	config map[string]string
	err    error
}

func (w *writer) line(line string) {
	if w.err == nil {
		_, w.err = fmt.Fprintln(w.to, line)
	}
}

func (w *writer) header(rounds int, plans []Plan) {
	w.line(strings.TrimSuffix(Header(), "\n"))
	w.line("rounds: " + strconv.Itoa(rounds))
	if len(plans) > 0 {
		w.line("benchtime: " + plans[0].Benchtime.String())
	}
}

// results takes over what a test binary has printed.
func (w *writer) results(printed []byte) error {
	any := false
	for lines := bufio.NewScanner(bytes.NewReader(printed)); lines.Scan(); {
		line := lines.Text()
		if strings.HasPrefix(line, "Benchmark") && strings.Contains(line, "ns/op") {
			any = true
			w.line(line)
			continue
		}
		switch key, value, _ := strings.Cut(line, ": "); key {
		case "goos", "goarch", "pkg", "cpu":
			if w.config[key] != value {
				w.config[key] = value
				w.line(line)
			}
		}
	}
	if !any {
		return errors.New("none of them ran")
	}
	return w.err
}
