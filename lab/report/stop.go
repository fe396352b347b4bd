package report

import (
	"github.com/rcpool/rcpool/lab/experiment"
	"github.com/rcpool/rcpool/lab/internal/figure"
)

// stopHead is above the rows of stops.
var stopHead = []string{"variant", "pauses", "half of them up to", "99 % up to", "longest", "events lost", "log lines lost"}

// stops says for each variant for how long garbage collections stopped it, and what it knows to have lost.
func stops(r *experiment.Result) (rows [][]string) {
	for _, o := range r.Outcomes {
		pauses := o.Use.Pauses
		row := []string{r.Setup.Title(o.Variant), figure.Count(pauses.Count())}
		for _, q := range []float64{0.5, 0.99, 1} {
			if len(pauses) == 0 {
				row = append(row, "–")
			} else {
				row = append(row, figure.Quantity(pauses.Quantile(q), figure.Seconds))
			}
		}
		for _, cause := range []string{"event", "accesslog"} {
			row = append(row, figure.Count(o.Use.Errors[cause]))
		}
		rows = append(rows, row)
	}
	return rows
}
