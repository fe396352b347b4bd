// Package result is what lab/bench/peers measures and observes, as it is kept in
// lab/bench/results/peers.json, and as it is told.
package result

import (
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// A Result is one run of lab/bench/peers.
type Result struct {
	Schema     string    `json:"schema"` // always Schema
	Measured   time.Time `json:"measured"`
	Command    string    `json:"command"` // that repeats it
	Go         string    `json:"go"`
	System     string    `json:"system"`
	CPU        string    `json:"cpu"`
	Processors int       `json:"processors"`
	Rounds     int       `json:"rounds"`
	BenchTime  string    `json:"bench_time"` // of each benchmark in each round

	Peers      []Peer      `json:"peers"`   // in the order of the tables
	Misuses    []Misuse    `json:"misuses"` // in the order of the tables
	Cells      []Cell      `json:"cells"`
	Benchmarks []Benchmark `json:"benchmarks"` // in the order in which they were run
}

// Schema names the fields of this version.
const Schema = "rcpool-bench-peers/1"

// A Peer is a pool.
type Peer struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Module  string `json:"module,omitempty"`
	Version string `json:"version,omitempty"`
	Counted bool   `json:"counted"` // its objects are counted references
	Bytes   bool   `json:"bytes"`   // it pools bytes, and no objects of one's own
	Ours    bool   `json:"ours"`
	Sampled bool   `json:"sampled"` // it looks closely at some leases
}

// A Misuse is a mistake that is made with every peer that it fits.
type Misuse struct {
	Name      string   `json:"name"`
	Title     string   `json:"title"`
	Fits      []string `json:"fits"`      // peers
	Control   bool     `json:"control"`   // it is none, and nothing must come of it
	Prevented bool     `json:"prevented"` // if nothing is to be seen, the pool has prevented the harm
	Plain     bool     `json:"plain"`     // it is not made under the race detector
}

// A Cell is what came of one mistake with one peer, once without and once under
// the race detector.
type Cell struct {
	Peer     string  `json:"peer"`
	Misuse   string  `json:"misuse"`
	Outcome  Outcome `json:"outcome"`
	Said     string  `json:"said,omitempty"`
	Repeated string  `json:"repeated,omitempty"` // what was reported in the end, when the mistake was repeated
	Race     Outcome `json:"race,omitempty"`     // empty if it was not made there
	RaceSaid string  `json:"race_said,omitempty"`
}

// A Benchmark is one line of a benchmark.
type Benchmark struct {
	Round  int     `json:"round"`
	Name   string  `json:"name"` // such as Object, ObjectAllCores
	Peer   string  `json:"peer"`
	NsOp   float64 `json:"ns_op"`
	BOp    float64 `json:"b_op"`
	Allocs float64 `json:"allocs_op"`
}

// Read reads a result as Write has written it.
func Read(from io.Reader) (Result, error) {
	var r Result
	if err := json.NewDecoder(from).Decode(&r); err != nil {
		return Result{}, fmt.Errorf("read a result of lab/bench/peers: %w", err)
	}
	if r.Schema != Schema {
		return Result{}, fmt.Errorf("read a result of lab/bench/peers: its schema is %q, this program knows %q", r.Schema, Schema)
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

// WriteBenchmarks writes the benchmarks in the format of Go, for benchstat:
//
//	benchstat -col /peer peers.txt
func (r Result) WriteBenchmarks(to io.Writer) error {
	if _, err := fmt.Fprintf(to, "pkg: github.com/rcpool/rcpool/lab/bench/peers/pools\ncpu: %s\n", r.CPU); err != nil {
		return err
	}
	for _, b := range r.Benchmarks {
		if _, err := fmt.Fprintf(to, "Benchmark%s/peer=%s-%d 1 %g ns/op %g B/op %g allocs/op\n", b.Name, b.Peer, r.Processors, b.NsOp, b.BOp, b.Allocs); err != nil {
			return err
		}
	}
	return nil
}
