package report

import (
	"fmt"

	"github.com/rcpool/rcpool/lab/experiment"
	"github.com/rcpool/rcpool/lab/internal/figure"
)

// needs is the table to decide from: what each variant needs at the rate that the reader has to serve, and what of the
// differences is beyond the noise.
type needs struct {
	grid
	Words []string
}

const monthHours = 730

func needsOf(r *experiment.Result) needs {
	s := r.Setup
	n := needs{grid: grid{Head: []string{"variant", fmt.Sprintf("processors at %g/s", s.Serve), "peak memory", "CPU for 10⁶", "p99"}}}
	if s.Price > 0 {
		n.Head = append(n.Head, "price of 10⁶", "price of a month")
	}
	perRequest := make(map[experiment.Variant]float64)
	for _, o := range r.Outcomes {
		if o.Variant == experiment.Twin || o.Load.Requests == 0 {
			continue
		}
		seconds := o.Use.CPUSeconds / float64(o.Load.Requests)
		perRequest[o.Variant] = seconds
		row := []string{
			s.Title(o.Variant), figure.Digits(seconds * s.Serve), quantity(figure.Number(o.Use.PeakRSSBytes), experiment.Bytes),
			figure.Digits(1e6*seconds/3600) + " h", quantity(figure.Number(o.Load.Latency.Quantile(0.99).Seconds()), experiment.Seconds),
		}
		if s.Price > 0 {
			row = append(row, figure.Digits(1e6*seconds/3600*s.Price), figure.Digits(month(s, seconds)))
		}
		n.Rows = append(n.Rows, row)
	}
	for _, c := range r.Comparisons {
		if c.Key == "cpu" || c.Key == "rss" {
			n.Words = append(n.Words, decide(s, c, perRequest))
		}
	}
	return n
}

// decide says what a reader may count on.
func decide(s experiment.Setup, c experiment.Comparison, perRequest map[experiment.Variant]float64) string {
	head, base := s.Head.Title(), s.Base.Title()
	a := c.Of(s.Head)
	switch a.Verdict {
	case experiment.Same:
		return fmt.Sprintf("%s: %s and %s differ by no more than the noise. Count on no saving.", c.Words, head, base)
	case experiment.Unknown:
		return fmt.Sprintf("%s: there is no verdict. Count on nothing.", c.Words)
	}
	words := fmt.Sprintf("%s: %s takes %s %s of what %s does", c.Words, head, figure.Factor(a.Effect.Median), interval(a.Effect), base)
	if c.Key != "cpu" {
		return words + "."
	}
	change := (1 - a.Effect.Median) * perRequest[s.Base]
	less := "less"
	if change < 0 {
		less, change = "more", -change
	}
	words += fmt.Sprintf(", so %s processors %s at %g/s", figure.Digits(change*s.Serve), less, s.Serve)
	if s.Price > 0 {
		words += fmt.Sprintf(", and %s %s a month", figure.Digits(month(s, change)), less)
	}
	return words + "."
}

// month is the money for a month of so many processor seconds per request.
func month(s experiment.Setup, seconds float64) float64 {
	return seconds * s.Serve * monthHours * s.Price
}
