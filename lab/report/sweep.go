package report

import (
	"fmt"
	"io"
	"time"

	"github.com/rcpool/rcpool/lab/experiment"
	"github.com/rcpool/rcpool/lab/internal/figure"
)

// Sweep writes a table of several rates for a terminal, and the highest rate that holds for each variant. Price is that
// of a processor hour; without one, 0, there is no money in the table.
func Sweep(w io.Writer, points []experiment.Point, variants []experiment.Variant, slo time.Duration, price float64) error {
	t := &text{w: w}
	head := []string{"rate", "variant", "p50", "p99", "", "CPU for 10⁶ requests", "peak RSS"}
	if price > 0 {
		head = append(head, "price of 10⁶")
	}
	rows := [][]string{append(head, "")}
	for _, p := range points {
		perMillion := 1000 * p.CPU.Median
		row := []string{
			fmt.Sprintf("%g/s", p.Rate), p.Variant.Title(),
			figure.Quantity(p.P50.Median, figure.Seconds), figure.Quantity(p.P99.Median, figure.Seconds), figure.Interval(p.P99, figure.Seconds),
			figure.Digits(perMillion) + " s", figure.Quantity(p.Peak.Median, figure.Bytes),
		}
		if price > 0 {
			row = append(row, figure.Digits(perMillion/3600*price))
		}
		rows = append(rows, append(row, p.Failure))
	}
	t.printf("\nlatency counts from the schedule; p99 is the median over the sets of processes, with its interval [ ] or, with fewer than %d, its range ( )\n\n", figure.MinRounds)
	t.table(rows, 0)
	t.printf("\n")
	for _, v := range variants {
		if rate := experiment.Highest(points, v); rate > 0 {
			t.printf("%s: %g requests/s is the highest rate tried with p99 of at most %v\n", v.Title(), rate, slo)
		} else {
			t.printf("%s: no rate that was tried has a p99 of at most %v\n", v.Title(), slo)
		}
	}
	return t.err
}
