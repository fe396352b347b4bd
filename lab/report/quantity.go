package report

import (
	"fmt"
	"time"

	"github.com/rcpool/rcpool/lab/experiment"
)

// quantity writes a value with its unit and three significant digits: 36.1 ms, 254 KiB, 4.30 %.
func quantity(value experiment.Number, unit experiment.Unit) string {
	if !value.Finite() {
		return value.String()
	}
	switch unit {
	case experiment.Seconds:
		return scaled(value, 1000, "ns", 1e-9, "µs", "ms", "s")
	case experiment.Bytes:
		return scaled(value, 1024, "B", 1, "KiB", "MiB", "GiB", "TiB")
	case experiment.Share:
		return (100 * value).String() + " %"
	}
	return value.String()
}

// scaled picks the largest of the units that leaves at least 1; each next one is step times the one before.
func scaled(value experiment.Number, step experiment.Number, unit string, size experiment.Number, larger ...string) string {
	value /= size
	for _, next := range larger {
		if value < step*0.9995 { // what would be written as 1000 belongs to the next
			break
		}
		value, unit = value/step, next
	}
	return value.String() + " " + unit
}

// seconds is a duration as a quantity.
func seconds(d time.Duration) string {
	return quantity(experiment.Number(d.Seconds()), experiment.Seconds)
}

// peak is the peak of a process's memory; 0 is a system that does not tell.
func peak(n uint64) string {
	if n == 0 {
		return "n/a"
	}
	return quantity(experiment.Number(n), experiment.Bytes)
}

// times writes a ratio: 0.120x.
func times(ratio experiment.Number) string {
	if !ratio.Finite() {
		return ratio.String()
	}
	return ratio.String() + "x"
}

// interval writes the 95 % interval of a ratio, or that there is none.
func interval(i experiment.Interval) string {
	if !i.Known() {
		return "no interval"
	}
	return fmt.Sprintf("[%v, %v]", i.Low, i.High)
}

// reuse writes a pool's reuse as a share; the digits that matter are those next to 100 %.
func reuse(p experiment.PoolUse) string {
	if p.Gets == 0 {
		return "n/a"
	}
	return fmt.Sprintf("%.2f %%", 100*p.Reuse())
}

// verdict says in words what a comparison allows to be said.
func verdict(v experiment.Verdict) string {
	switch v {
	case experiment.Lower:
		return "lower"
	case experiment.Higher:
		return "higher"
	case experiment.Same:
		return "no difference"
	}
	return "cannot tell"
}
