package report

import (
	"github.com/rcpool/rcpool/lab/experiment"
	"github.com/rcpool/rcpool/lab/internal/figure"
)

// grid is a table of words: a row for each variant, below a head.
type grid struct {
	Head []string
	Rows [][]string
}

// pausesAndLosses says for each variant for how long garbage collections stopped it, and what it knows to have lost.
func pausesAndLosses(r *experiment.Result) grid {
	g := grid{Head: []string{"variant", "pauses", "half of them up to", "99 % up to", "longest", "events lost", "log lines lost"}}
	for _, o := range r.Outcomes {
		pauses := o.Use.Pauses
		row := []string{r.Setup.Title(o.Variant), figure.Count(uint64(pauses.Count()))}
		for _, q := range []float64{0.5, 0.99, 1} {
			if pauses.Count() == 0 {
				row = append(row, "–")
			} else {
				row = append(row, seconds(pauses.Quantile(q)))
			}
		}
		for _, cause := range []string{"event", "accesslog"} {
			row = append(row, figure.Count(o.Use.Errors[cause]))
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}
