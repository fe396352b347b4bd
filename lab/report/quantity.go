package report

import (
	"fmt"
	"time"

	"github.com/rcpool/rcpool/lab/experiment"
	"github.com/rcpool/rcpool/lab/internal/figure"
)

// quantity writes a value with its unit.
func quantity(value figure.Number, unit experiment.Unit) string {
	return figure.Quantity(float64(value), string(unit))
}

// seconds is a duration as a quantity.
func seconds(d time.Duration) string {
	return quantity(figure.Number(d.Seconds()), experiment.Seconds)
}

// interval writes the 95 % interval of a ratio, or that there is none.
func interval(e figure.Estimate) string {
	if !e.Known() {
		return "no interval"
	}
	return figure.Bounds(e)
}

// reuse writes a pool's reuse as a share; the digits that matter are those next to 100 %.
func reuse(p experiment.PoolUse) string {
	if p.Gets == 0 {
		return "n/a"
	}
	return fmt.Sprintf("%.2f %%", 100*p.Reuse())
}

// growth writes how often a pool's buffers had to grow and by how much together.
func growth(p experiment.PoolUse) string {
	if p.Growth == nil {
		return "–"
	}
	return fmt.Sprintf("%d, by %s", p.Growth.Leases, quantity(figure.Number(p.Growth.Bytes), experiment.Bytes))
}

// verdict says in words what a comparison shows.
func verdict(v experiment.Verdict) string {
	switch v {
	case experiment.Lower:
		return "lower"
	case experiment.Higher:
		return "higher"
	case experiment.Same:
		return "no difference"
	}
	return "no verdict"
}
