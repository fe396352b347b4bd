// Package result is what lab/bench/reuse measures and how it is shown.
package result

import (
	"fmt"
	"io"
	"strconv"

	"github.com/rcpool/rcpool/lab/bench/rounds"
	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/internal/summary"
)

// The objects, and the pools; None makes a new object each time.
const (
	Small, Large       = "128B", "256KiB"
	None, Sync, Rcpool = "none", "sync", "rcpool"
)

var (
	objects = []string{Small, Large}
	stores  = []string{None, Sync, Rcpool}
	gogcs   = []int{25, 50, 100, 200, 400, 800}

	// limits are a few MiB more than what the program and the objects need that are
	// in use at the same time.
	limits = map[string]string{Small: "10MiB", Large: "64MiB"}
)

// A Point is what one process measures.
type Point struct {
	Object string
	GOGC   string
	Limit  string // GOMEMLIMIT; "" is no limit
	Store  string
}

// Points returns all points.
func Points() (all []Point) {
	add := func(p Point) {
		for _, p.Store = range stores {
			all = append(all, p)
		}
	}
	for _, object := range objects {
		for _, percent := range gogcs {
			add(Point{Object: object, GOGC: strconv.Itoa(percent)})
		}
		add(Point{Object: object, GOGC: "off", Limit: limits[object]})
	}
	return all
}

// Environment returns the variables of the environment of the process.
func (p Point) Environment() []string {
	limit := p.Limit
	if limit == "" {
		limit = "off"
	}
	return []string{"GOGC=" + p.GOGC, "GOMEMLIMIT=" + limit}
}

// benchmark returns the name of the point, without the pool.
func (p Point) benchmark() string {
	name := "Reuse/object=" + p.Object + "/GOGC=" + p.GOGC
	if p.Limit != "" {
		name += "/GOMEMLIMIT=" + p.Limit
	}
	return name
}

// A Run is what one process measured.
type Run struct {
	Point
	Reused      float64 // the share of the objects that had been used before
	Peak, Quiet uint64  // resident memory, in bytes; the latter at the end of the quiet
	Idle        uint64  // the same after two collections without use, beyond what it was at the start
	GCs         uint32
}

// Write writes the runs in Go's benchmark format, which Comparison summarizes.
func Write(to io.Writer, how summary.Run, runs []Run) error {
	if err := rounds.WriteHeader(to, how); err != nil {
		return err
	}
	for _, r := range runs {
		if _, err := fmt.Fprintf(to, "Benchmark%s/store=%s-%d 1 %.6f %% %d peak-B %d quiet-B %d idle-B %d gcs\n",
			r.benchmark(), r.Store, how.Processors, r.Reused, r.Peak, r.Quiet, r.Idle, r.GCs); err != nil {
			return err
		}
	}
	return nil
}

// Comparison summarizes what Write wrote.
var Comparison = rounds.Comparison{Key: "store"}

// Table writes a table in Markdown: what was measured in the unit, at each point
// of each pool.
func Table(s *summary.Section, unit string) (string, error) {
	return summary.Table{Section: s, Variants: summary.Columns("none; sync; rcpool"), Unit: unit}.Rows()
}

// Units are what was measured, and what it is called.
var Units = []summary.Column{
	{Name: figure.Share, Title: "Objects that were used before"},
	{Name: "peak-B", Title: "Peak of the resident memory"},
	{Name: "quiet-B", Title: "Resident memory at the end of the quiet"},
	{Name: "idle-B", Title: "Resident memory after two collections without use, beyond that at the start"},
	{Name: "gcs", Title: "Garbage collections"},
}
