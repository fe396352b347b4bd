package report

import (
	"github.com/rcpool/rcpool/lab/experiment"
	"github.com/rcpool/rcpool/lab/internal/figure"
)

// ablation writes a table for each figure: what all pools save, and the share of each.
func (t *text) ablation(a *experiment.Ablation) {
	t.printf("\n%s\n", wrap(aboutAblation, 100, ""))
	for _, s := range savings(a) {
		t.printf("\n%s\n", s.All)
		if len(s.Rows) > 0 {
			t.table(append([][]string{{"pool", "alone", "missing"}}, s.Rows...), 0)
		}
	}
}

const aboutAblation = "Alone: how much of the saving is there if this is the only pool. Missing: how much of it is lost if this is the only one that is not there. Both with 95 % intervals over the sets; the shares need not add up to 100 %."

// saving is what all pools save of a figure, in words, and a row for each pool.
type saving struct {
	All  string
	Rows [][]string
}

func savings(a *experiment.Ablation) (all []saving) {
	for _, s := range a.Savings {
		one := saving{All: s.Name + ": all pools together " + figure.Factor(s.All.Effect.Median) + " " + interval(s.All.Effect)}
		if s.None != "" {
			one.All += "; " + s.None + ", so there is nothing to share"
		}
		for _, p := range s.Part {
			one.Rows = append(one.Rows, []string{p.Pool, figure.Percent(p.Alone), figure.Percent(p.Lost)})
		}
		all = append(all, one)
	}
	return all
}
