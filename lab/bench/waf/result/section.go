package result

import (
	"fmt"

	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/internal/summary"
)

// units are the rows of the table, and compared those of the ratios.
var (
	units = []summary.Column{
		{Name: "req/s", Title: "requests per second"},
		{Name: "p50-sec", Title: "latency, median"},
		{Name: "p90-sec", Title: "latency, 90 %"},
		{Name: "p99-sec", Title: "latency, 99 %"},
		{Name: "max-sec", Title: "latency, longest"},
		{Name: "cpu-sec/op", Title: "CPU time per request"},
		{Name: figure.Allocs, Title: "allocations per request"},
		{Name: figure.Bytes, Title: "bytes allocated per request"},
		{Name: "gcs", Title: "garbage collections"},
		{Name: "pauses-sec", Title: "their pauses, in all"},
		{Name: "pause-sec", Title: "their longest pause"},
		{Name: "peak-B", Title: "peak RSS"},
	}
	compared = []summary.Column{units[0], units[3], units[5], units[6], units[7], units[11]}
)

// Section describes a run in Markdown, without a heading.
func Section(s *summary.Section) (string, error) {
	table := summary.Table{Section: s, Variants: Variants}
	values, err := table.Measures("WAF", units, false)
	if err != nil {
		return "", err
	}
	ratios, err := table.Measures("WAF", compared, true)
	if err != nil {
		return "", err
	}
	row, err := s.Row("WAF")
	if err != nil {
		return "", err
	}
	leases, err := row.Median("rcpool", "leases")
	if err != nil {
		return "", err
	}
	fresh, err := row.Median("rcpool", "fresh")
	if err != nil {
		return "", err
	}
	note := s.Run.Notes
	return fmt.Sprintf("<sub>%s. To repeat it: `%s`.</sub>\n\n"+
		"%s behind `net/http`, under load from %s with `GET %s`: %s requests in each run, %s at a time. Each run is a process of its own, warmed up with %s requests; the variants take turns.\n\n"+
		"Medians of the rounds:\n\n%s\nRelative to plain allocation, round by round:\n\n%s\n"+
		"Of %s leases in a run, %s were of a newly allocated transaction.\n",
		s.Run.Conditions(), s.Run.Command,
		note["modules"], note["load"], note["path"], note["requests"], note["concurrency"], note["warmup"],
		values, ratios, figure.Quantity(leases.Median, "leases"), figure.Quantity(fresh.Median, "fresh")), nil
}
