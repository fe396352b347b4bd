// Package before pools with a sync.Pool.
package before

import (
	"strings"
	"sync"
)

type Report struct{ Lines []string }

var reports = sync.Pool{New: func() any { return new(Report) }}

func Render(lines ...string) string {
	report := reports.Get().(*Report)
	defer func() {
		clear(report.Lines)
		report.Lines = report.Lines[:0]
		if cap(report.Lines) <= 1024 {
			reports.Put(report)
		}
	}()
	report.Lines = append(report.Lines, lines...)
	return strings.Join(report.Lines, "\n")
}
