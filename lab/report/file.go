package report

import (
	"encoding/json"
	"fmt"
	"io"
	"math"

	"github.com/rcpool/rcpool/lab/experiment"
)

// JSON writes everything that was measured and found, indented. Ratios that do not exist are null.
func JSON(w io.Writer, r *experiment.Result) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(r); err != nil {
		return fmt.Errorf("write the report as JSON: %w", err)
	}
	return nil
}

// Benchmark writes each block as a result line of Go's benchmark format, so that benchstat reads it:
//
//	benchstat -col /variant lab.txt
//
// ns/op is the mean latency. benchstat does not compare the blocks of the same round: it compares all blocks of a variant.
func Benchmark(w io.Writer, r *experiment.Result) error {
	t := &text{w: w}
	t.printf("goos: %s\ngoarch: %s\npkg: github.com/rcpool/rcpool/lab\ncpu: %s\n", r.Machine.OS, r.Machine.Arch, r.Machine.CPU)
	t.printf("rate: %g\ngogc: %s\n", r.Setup.Rate, r.Setup.GOGC)
	for _, b := range r.Blocks {
		t.printf("BenchmarkQuote/variant=%s-%d %d %d ns/op", b.Variant, r.Setup.Procs, b.Load.Requests, b.Load.Latency.Mean().Nanoseconds())
		for _, m := range experiment.Measures {
			if value := m.Benchmark(b); !math.IsNaN(value) && !math.IsInf(value, 0) {
				t.printf(" %.6g %s", value, m.Code)
			}
		}
		t.printf("\n")
	}
	return t.err
}
