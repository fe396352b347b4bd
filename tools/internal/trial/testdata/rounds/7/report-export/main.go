// truth: detach line 56 plain

// Command report-export builds monthly reports. A finished report is taken out
// of its pool for good, since the archive keeps it for years.
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type report struct {
	month string
	rows  []string
	total int
}

func (r *report) Reset() {
	clear(r.rows)
	*r = report{rows: r.rows[:0]}
}

var reports = rcpool.Pool[report]{Name: "reports"}

type archive struct {
	mu    sync.Mutex
	years map[string][]*report
	audit strings.Builder
}

var errNoRows = errors.New("no rows")

func (a *archive) export(month string, rows []string) error {
	draft := reports.Get()
	defer rcpool.Drop(&draft)
	r := draft.Value()
	r.month = month
	for _, row := range rows {
		r.rows = append(r.rows, row)
		r.total += len(row)
	}
	if len(r.rows) == 0 {
		return fmt.Errorf("%s: %w", month, errNoRows)
	}
	checked := draft.Retain()
	defer checked.Release()
	a.mu.Lock()
	defer a.mu.Unlock()
	fmt.Fprintf(&a.audit, "%s has %d rows\n", checked.Value().month, len(checked.Value().rows))
	final := rcpool.Move(&draft)
	year := month[:4]
	a.years[year] = append(a.years[year], final.Detach())
	return nil
}

func main() {
	a := &archive{years: map[string][]*report{}}
	for _, month := range []string{"2025-11", "2025-12", "2026-01"} {
		var rows []string
		if month != "2025-12" {
			rows = []string{"rent", "power"}
		}
		if err := a.export(month, rows); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Print(a.audit.String())
}
