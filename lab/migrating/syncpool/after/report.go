// Package after is the same with a Pool.
package after

import (
	"strings"

	"github.com/rcpool/rcpool"
)

type Report struct{ Lines []string }

// Reset is called by the last Release.
func (r *Report) Reset() {
	clear(r.Lines)
	r.Lines = r.Lines[:0]
}

var reports = rcpool.Pool[Report]{
	Name: "reports",
	Keep: func(r *Report) bool { return cap(r.Lines) <= 1024 },
}

func Render(lines ...string) string {
	ref := reports.Get()
	defer ref.Release()
	report := ref.Value()
	report.Lines = append(report.Lines, lines...)
	return strings.Join(report.Lines, "\n")
}
