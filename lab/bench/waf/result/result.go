// Package result is what lab/bench/waf measures and how it is shown.
package result

import (
	"fmt"
	"io"

	"github.com/rcpool/rcpool/lab/bench/rounds"
	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/internal/summary"
)

// Variants are the ways to lease transactions, in the order of the tables.
var Variants = []summary.Column{
	{Name: "none", Title: "plain allocation"},
	{Name: "released", Title: "as released"}, // Coraza's own pool, a sync.Pool
	{Name: "rcpool", Title: "rcpool"},
}

// A Run is the load on one variant, in a process of its own.
type Run struct {
	Variant  string
	Requests int
	Seconds  float64
	Latency  Latency

	// Of the server, during the load.
	Mallocs    uint64
	Bytes      uint64
	GCs        uint32
	PauseTotal uint64  // ns
	PauseMax   uint64  // ns
	CPU        float64 // seconds; 0 if the system does not tell
	PeakRSS    uint64  // bytes; 0 if the system does not tell
	Leases     uint64  // of the variant rcpool, with the warm-up
	Fresh      uint64  // leases of a newly allocated transaction
}

// Latency is how long requests took, in ms.
type Latency struct{ Mean, P50, P90, P99, Max float64 }

// Write writes the runs in Go's benchmark format, which Comparison summarizes
// and benchstat reads:
//
//	benchstat -col /pool waf.txt
func Write(to io.Writer, how summary.Run, runs []Run) error {
	if err := rounds.WriteHeader(to, how); err != nil {
		return err
	}
	for _, run := range runs {
		n := float64(run.Requests)
		if _, err := fmt.Fprintf(to, "BenchmarkWAF/pool=%s-%d %d %.0f ns/op %.1f B/op %.2f allocs/op %.2f req/s %.0f p50-ns %.0f p90-ns %.0f p99-ns %.0f max-ns %.0f cpu-ns/op %d gcs %d pauses-ns %d pause-ns %d peak-B %d leases %d fresh\n",
			run.Variant, how.Processors, run.Requests, run.Seconds/n*1e9, float64(run.Bytes)/n, float64(run.Mallocs)/n, n/run.Seconds,
			run.Latency.P50*1e6, run.Latency.P90*1e6, run.Latency.P99*1e6, run.Latency.Max*1e6, run.CPU/n*1e9,
			run.GCs, run.PauseTotal, run.PauseMax, run.PeakRSS, run.Leases, run.Fresh); err != nil {
			return err
		}
	}
	return nil
}

// Comparison summarizes what Write wrote.
var Comparison = rounds.Comparison{
	Key: "pool", Bases: []string{Variants[0].Name},
	Units: []string{"req/s", "p99-sec", "cpu-sec/op", figure.Allocs, figure.Bytes, "peak-B"},
}
