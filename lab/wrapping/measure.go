package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"time"
)

// A sample is what one benchmark took in one round.
type sample struct {
	ns     float64
	bytes  int
	allocs int
}

// measure runs the benchmarks of the client with each shape, in rounds: each
// round has all shapes, so that each gets its share of the quiet moments.
func (w workshop) measure(ctx context.Context, rounds int, benchtime time.Duration) (Cost, error) {
	cost := Cost{Zerolog: version, Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH, Processors: runtime.NumCPU(), Rounds: rounds}
	for _, s := range measured {
		dir, err := w.make(ctx, s)
		if err != nil {
			return cost, err
		}
		if _, err := output(ctx, dir, "test", "-c", "-o", "line.test", "./client/line"); err != nil {
			return cost, err
		}
	}
	samples := map[string]map[string][]sample{} // by benchmark and shape
	for round := range rounds {
		fmt.Fprintf(os.Stderr, "\rround %d of %d ", round+1, rounds)
		for i := range measured {
			s := measured[(i+round)%len(measured)].name // another one is first each time
			if err := bench(ctx, filepath.Join(w.dir, s, "line.test"), benchtime, func(name string, one sample) {
				if samples[name] == nil {
					samples[name] = map[string][]sample{}
				}
				samples[name][s] = append(samples[name][s], one)
			}); err != nil {
				return cost, err
			}
		}
	}
	fmt.Fprintln(os.Stderr)
	for _, c := range cases {
		if samples[c.name] == nil {
			return cost, fmt.Errorf("there is no benchmark %s", c.name)
		}
		for _, s := range measured {
			cost.Rows = append(cost.Rows, newRow(c.name, s.name, samples[c.name][s.name]))
		}
	}
	return cost, nil
}

var benchmark = regexp.MustCompile(`(?m)^Benchmark(\w+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns/op\s+(\d+) B/op\s+(\d+) allocs/op`)

// bench runs all benchmarks of a test binary once.
func bench(ctx context.Context, binary string, benchtime time.Duration, each func(name string, one sample)) error {
	cmd := exec.CommandContext(ctx, binary, "-test.run=^$", "-test.bench=.", "-test.benchtime="+benchtime.String())
	cmd.Env = append(os.Environ(), "RCPOOL_CHECK=1024") // as in production
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", binary, err, out)
	}
	for _, m := range benchmark.FindAllStringSubmatch(string(out), -1) {
		var one sample
		one.ns, _ = strconv.ParseFloat(m[2], 64)
		one.bytes, _ = strconv.Atoi(m[3])
		one.allocs, _ = strconv.Atoi(m[4])
		each(m[1], one)
	}
	return nil
}

// newRow is the quickest of the samples: what other programs do meanwhile only
// adds to the others.
func newRow(name, shape string, samples []sample) Row {
	quickest := slices.MinFunc(samples, func(a, b sample) int { return cmp.Compare(a.ns, b.ns) })
	return Row{Case: name, Shape: shape, Ns: quickest.ns, Bytes: quickest.bytes, Allocs: quickest.allocs}
}
