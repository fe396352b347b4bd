package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/rcpool/rcpool/lab/bench/rounds"
)

// besides sets what the articles have published beside what was measured here
// in the same shape: the times, and the bytes allocated.
func besides(published, here *rounds.Set) (string, error) {
	ours := byName(here)
	var times, bytes strings.Builder
	times.WriteString("| | published: none | `sync.Pool` | quicker by | here: none | `sync.Pool` | quicker by | rcpool | quicker by |\n|---" + strings.Repeat("|---:", 8) + "|\n")
	bytes.WriteString("| allocated | published: none | `sync.Pool` | here: none | `sync.Pool` | rcpool |\n|---" + strings.Repeat("|---:", 5) + "|\n")
	for _, theirs := range published.Rows("pool") {
		row, ok := ours[theirs.Name]
		if !ok {
			return "", fmt.Errorf("%s was published, and not measured", theirs.Name)
		}
		median := func(r rounds.Row, pool, unit string) string {
			m := rounds.Median(r.Values(pool, unit)).Median
			if math.IsNaN(m) {
				return "not known"
			}
			return rounds.Quantity(m, unit)
		}
		quicker := func(r rounds.Row, pool string) string {
			return rounds.Times(rounds.Ratio(r.Values("none", "sec/op"), r.Values(pool, "sec/op")))
		}
		fmt.Fprintf(&times, "| %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", theirs.Name,
			median(theirs, "none", "sec/op"), median(theirs, "sync", "sec/op"), quicker(theirs, "sync"),
			median(row, "none", "sec/op"), median(row, "sync", "sec/op"), quicker(row, "sync"),
			median(row, "rcpool", "sec/op"), quicker(row, "rcpool"))
		fmt.Fprintf(&bytes, "| %s | %s | %s | %s | %s | %s |\n", theirs.Name,
			median(theirs, "none", "B/op"), median(theirs, "sync", "B/op"),
			median(row, "none", "B/op"), median(row, "sync", "B/op"), median(row, "rcpool", "B/op"))
	}
	return times.String() + "\n" + bytes.String(), nil
}

func byName(set *rounds.Set) map[string]rounds.Row {
	rows := make(map[string]rounds.Row)
	for _, row := range set.Rows("pool") {
		rows[row.Name] = row
	}
	return rows
}

// goal is what rcpool may take of the time that a sync.Pool takes by hand.
const goal = 1.15

// target compares rcpool with a sync.Pool by hand in the fair works, and says
// whether it is within the goal.
func target(set *rounds.Set) (string, error) {
	var text strings.Builder
	fmt.Fprintf(&text, "| | rcpool by `sync.Pool` | within %.0f %%? | `sync.Pool` saves | rcpool saves |\n|---|---:|---|---:|---:|\n", 100*(goal-1))
	any := false
	for _, row := range set.Rows("pool") {
		if !strings.HasPrefix(row.Name, "Fair/") {
			continue
		}
		any = true
		ratio := rounds.Ratio(row.Values("rcpool", "sec/op"), row.Values("sync", "sec/op"))
		fmt.Fprintf(&text, "| %s | %s | %s | %s | %s |\n", row.Name, rounds.Times(ratio), within(ratio), saved(row, "sync"), saved(row, "rcpool"))
	}
	if !any {
		return "", fmt.Errorf("there is no BenchmarkFair")
	}
	return text.String(), nil
}

// within says whether a ratio is within the goal, with all of its interval.
func within(ratio rounds.Estimate) string {
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

// saved is what a pool saves of the bytes that are allocated without one.
func saved(row rounds.Row, pool string) string {
	none, pooled := rounds.Median(row.Values("none", "B/op")).Median, rounds.Median(row.Values(pool, "B/op")).Median
	return fmt.Sprintf("%s of %s, %.1f %%", rounds.Quantity(none-pooled, "B/op"), rounds.Quantity(none, "B/op"), 100*(none-pooled)/none)
}
