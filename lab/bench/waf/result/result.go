// Package result is what lab/bench/waf measures, as it is kept in
// lab/bench/results/waf.json, and as it is told.
package result

import (
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// A Result is one run of lab/bench/waf: every variant in every round.
type Result struct {
	Schema      string    `json:"schema"` // always Schema
	Measured    time.Time `json:"measured"`
	Command     string    `json:"command"` // that repeats it
	Go          string    `json:"go"`
	System      string    `json:"system"`
	CPU         string    `json:"cpu"`
	Processors  int       `json:"processors"`
	Modules     []string  `json:"modules"` // that are measured, with their versions
	Load        string    `json:"load"`    // the program that makes the requests
	Path        string    `json:"path"`    // that they ask for
	Concurrency int       `json:"concurrency"`
	Requests    int       `json:"requests"` // of each run
	WarmUp      int       `json:"warm_up"`  // requests before each run
	Rounds      int       `json:"rounds"`
	Runs        []Run     `json:"runs"` // in the order in which they were made
}

// Schema names the fields of this version.
const Schema = "rcpool-bench-waf/1"

// Variants are the ways to lease transactions, in the order of the tables.
var Variants = []Variant{
	{"none", "plain allocation", "Every transaction is allocated."},
	{"released", "as released", "Coraza's own pool, a sync.Pool."},
	{"rcpool", "rcpool", "The transactions are leased from an rcpool.Pool."},
}

// A Variant is a way to lease transactions.
type Variant struct {
	Name  string // as in Run.Variant
	Title string
	About string
}

// A Run is the load on one variant, in a process of its own.
type Run struct {
	Round   int     `json:"round"`
	Variant string  `json:"variant"`
	Seconds float64 `json:"seconds"`
	Latency Latency `json:"latency_ms"`

	// Of the server, during the load.
	Mallocs    uint64  `json:"mallocs"`
	Bytes      uint64  `json:"bytes"`
	GCs        uint32  `json:"gcs"`
	PauseTotal uint64  `json:"gc_pause_total_ns"`
	PauseMax   uint64  `json:"gc_pause_max_ns"`
	CPU        float64 `json:"cpu_seconds"`    // 0 if the system does not tell
	PeakRSS    uint64  `json:"peak_rss_bytes"` // 0 if the system does not tell
	Leases     uint64  `json:"leases"`         // of variant rcpool: with the warm-up
	Fresh      uint64  `json:"fresh"`          // and those of them that were newly allocated
}

// Latency is how long requests took, in ms.
type Latency struct {
	Mean float64 `json:"mean"`
	P50  float64 `json:"p50"`
	P90  float64 `json:"p90"`
	P99  float64 `json:"p99"`
	Max  float64 `json:"max"`
}

// Read reads a result as Write has written it.
func Read(from io.Reader) (Result, error) {
	var r Result
	if err := json.NewDecoder(from).Decode(&r); err != nil {
		return Result{}, fmt.Errorf("read a result of lab/bench/waf: %w", err)
	}
	if r.Schema != Schema {
		return Result{}, fmt.Errorf("read a result of lab/bench/waf: its schema is %q, this program knows %q", r.Schema, Schema)
	}
	return r, nil
}

// Write writes r as JSON.
func (r Result) Write(to io.Writer) error {
	e := json.NewEncoder(to)
	e.SetEscapeHTML(false)
	e.SetIndent("", "\t")
	return e.Encode(r)
}

// WriteBenchmarks writes r in the format of Go benchmarks, for benchstat:
//
//	benchstat -col /pool waf.txt
func (r Result) WriteBenchmarks(to io.Writer) error {
	if _, err := fmt.Fprintf(to, "pkg: github.com/rcpool/rcpool/lab/bench/waf\ncpu: %s\n", r.CPU); err != nil {
		return err
	}
	n := float64(r.Requests)
	for _, run := range r.Runs {
		if _, err := fmt.Fprintf(to, "BenchmarkWAF/pool=%s-%d %d %.0f ns/op %.0f B/op %.1f allocs/op %.1f req/s %.0f p50-ns %.0f p99-ns %.3f gc/1000req %d gc-pause-ns %d peak-RSS-bytes %.0f cpu-ns/op\n",
			run.Variant, r.Processors, r.Requests, run.Seconds/n*1e9, float64(run.Bytes)/n, float64(run.Mallocs)/n, n/run.Seconds,
			run.Latency.P50*1e6, run.Latency.P99*1e6, float64(run.GCs)/n*1000, run.PauseTotal, run.PeakRSS, run.CPU/n*1e9); err != nil {
			return err
		}
	}
	return nil
}
