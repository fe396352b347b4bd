// Package result is what lab/bench/rss measures and how it is shown.
package result

import (
	"fmt"
	"io"
	"time"

	"github.com/rcpool/rcpool/lab/bench/rounds"
	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/internal/summary"
)

// Pools are those that are compared, in the order of the table.
var Pools = []summary.Column{
	{Name: "make", Title: "make"},
	{Name: "sync", Title: "sync.Pool"},
	{Name: "sync-1MiB", Title: "sync.Pool, at most 1 MiB"},
	{Name: "bytebufferpool", Title: "bytebufferpool"},
	{Name: "stdpool", Title: "stdpool.Bytes"},
}

// A Run is what one process measured.
type Run struct {
	Pool             string
	Peak, End, Idle  uint64 // resident set, in bytes
	Held             uint64 // the live heap on average, in bytes
	Allocated, Asked uint64 // bytes
	GCs              uint32
	Time             time.Duration
}

// Write writes the runs in Go's benchmark format, which Comparison summarizes.
func Write(to io.Writer, how summary.Run, runs []Run) error {
	if err := rounds.WriteHeader(to, how); err != nil {
		return err
	}
	for _, r := range runs {
		if _, err := fmt.Fprintf(to, "BenchmarkGiant/pool=%s-%d 1 %d ns/op %d peak-B %d end-B %d idle-B %d held-B %.4f alloc/asked %d gcs\n",
			r.Pool, how.Processors, r.Time.Nanoseconds(), r.Peak, r.End, r.Idle, r.Held, float64(r.Allocated)/float64(r.Asked), r.GCs); err != nil {
			return err
		}
	}
	return nil
}

// Comparison summarizes what Write wrote.
var Comparison = rounds.Comparison{Key: "pool"}

// Table writes a table of the pools, in Markdown.
func Table(s *summary.Section) (string, error) {
	return summary.Table{Section: s, Variants: Pools}.Measures("Giant", []summary.Column{
		{Name: "peak-B", Title: "peak RSS"},
		{Name: "end-B", Title: "RSS at the end of the load"},
		{Name: "idle-B", Title: "RSS when idle"},
		{Name: "held-B", Title: "live heap, average"},
		{Name: "alloc/asked", Title: "bytes allocated per byte asked for"},
		{Name: "gcs", Title: "garbage collections"},
		{Name: figure.Seconds, Title: "time of the load"},
	}, false)
}
