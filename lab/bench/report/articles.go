package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/internal/summary"
)

// besides writes what the articles published beside what was measured here in
// the same shape: the times, and the bytes allocated.
func (r results) besides() (string, error) {
	here, err := r.section("articles")
	if err != nil {
		return "", err
	}
	var times, bytes strings.Builder
	times.WriteString("| | published: none | `sync.Pool` | faster by | here: none | `sync.Pool` | faster by | rcpool | faster by |\n|---" + strings.Repeat("|---:", 8) + "|\n")
	bytes.WriteString("| allocated | published: none | `sync.Pool` | here: none | `sync.Pool` | rcpool |\n|---" + strings.Repeat("|---:", 5) + "|\n")
	for _, theirs := range r.published.Rows {
		ours, err := here.Row(theirs.Name)
		if err != nil {
			return "", fmt.Errorf("it was published, and not measured: %w", err)
		}
		median := func(row summary.Row, pool, unit string) string {
			e, err := row.Median(pool, unit)
			if err != nil {
				return "not known"
			}
			return figure.Quantity(e.Median, unit)
		}
		faster := func(row summary.Row, pool string) string {
			e, err := row.Ratio("none", pool, figure.Seconds)
			if err != nil {
				return "not known"
			}
			return figure.Times(e)
		}
		fmt.Fprintf(&times, "| %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", theirs.Name,
			median(theirs, "none", figure.Seconds), median(theirs, "sync", figure.Seconds), faster(theirs, "sync"),
			median(ours, "none", figure.Seconds), median(ours, "sync", figure.Seconds), faster(ours, "sync"),
			median(ours, "rcpool", figure.Seconds), faster(ours, "rcpool"))
		fmt.Fprintf(&bytes, "| %s | %s | %s | %s | %s | %s |\n", theirs.Name,
			median(theirs, "none", figure.Bytes), median(theirs, "sync", figure.Bytes),
			median(ours, "none", figure.Bytes), median(ours, "sync", figure.Bytes), median(ours, "rcpool", figure.Bytes))
	}
	return times.String() + "\n" + bytes.String(), nil
}

// goal is the most that rcpool may take of the time of a sync.Pool by hand.
const goal = 1.15

// target compares rcpool with a sync.Pool by hand on the fair work, and says
// whether it is within the goal.
func (r results) target() (string, error) {
	section, err := r.section("articles")
	if err != nil {
		return "", err
	}
	var text strings.Builder
	fmt.Fprintf(&text, "| | rcpool by `sync.Pool` | within %.0f %%? | `sync.Pool` saves | rcpool saves |\n|---|---:|---|---:|---:|\n", 100*(goal-1))
	any := false
	for _, row := range section.Rows {
		if !strings.HasPrefix(row.Name, "Fair/") {
			continue
		}
		any = true
		ratio, err := row.Ratio("rcpool", "sync", figure.Seconds)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&text, "| %s | %s | %s |", row.Name, figure.Times(ratio), within(ratio))
		for _, pool := range []string{"sync", "rcpool"} {
			saved, err := saved(row, pool)
			if err != nil {
				return "", err
			}
			text.WriteString(" " + saved + " |")
		}
		text.WriteString("\n")
	}
	if !any {
		return "", fmt.Errorf("there is no benchmark Fair")
	}
	return text.String(), nil
}

// within reports whether a ratio is within the goal, with all of its interval.
func within(ratio figure.Estimate) string {
	switch {
	case !ratio.Known():
		return "too few rounds to say"
	case ratio.High <= goal:
		return "yes"
	case ratio.Low > goal:
		return "no"
	case ratio.Median <= goal:
		return "yes, but not all of the interval is"
	}
	return "no, but some of the interval is"
}

// saved says what a pool saves of the bytes that are allocated without one.
func saved(row summary.Row, pool string) (string, error) {
	none, err := row.Median("none", figure.Bytes)
	if err != nil {
		return "", err
	}
	pooled, err := row.Median(pool, figure.Bytes)
	if err != nil {
		return "", err
	}
	less := none.Median - pooled.Median
	return fmt.Sprintf("%s of %s, %.1f %%", figure.Quantity(less, figure.Bytes), figure.Quantity(none.Median, figure.Bytes), 100*less/none.Median), nil
}
