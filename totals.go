package rcpool

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/internal/ledger"
)

// A Total has the sums of the counts of all pools of one name since the program
// began. Pools that are gone are included, so no count but InUse and Idle ever
// falls: this is what a metrics system needs. Idle is -1 if one of the pools does
// not tell. Number is 0.
type Total struct {
	Stats
	Pools   int             // how many of these pools are still reachable
	Reports map[Kind]uint64 // the mistakes that were reported, for each kind that was; ForgetReports does not reset them
}

// Totals returns the total of each name, sorted by name. Names are unique, and
// what is not UTF-8 in them is replaced by U+FFFD. Mistakes that belong to
// no pool, such as uses of a zero Ref, are under the name "". Reports, and the
// counts of pools that are gone, are kept for 1,000 names; those of further names
// are summed under the name "(others)". Totals is safe for concurrent use, and
// takes as much time as AllStats.
func Totals() []Total {
	live, gone := ledger.All()
	sums := make(map[string]ledger.Tally, len(live)+len(gone))
	add := func(name string, t ledger.Tally) (valid string) {
		valid = strings.ToValidUTF8(name, "\uFFFD")
		t.Add(sums[valid])
		sums[valid] = t
		return valid
	}
	for name, tally := range gone {
		add(name, tally)
	}
	pools, idle := map[string]int{}, map[string]int{}
	for _, l := range live {
		name := add(l.Name(), l.Tally())
		pools[name]++
		idle[name] = sumOfIdle(idle[name], l.Idle())
	}
	reports := map[string]map[Kind]uint64{}
	for _, r := range reporting.totals() {
		name := add(r.pool, ledger.Tally{})
		if reports[name] == nil {
			reports[name] = map[Kind]uint64{}
		}
		reports[name][r.kind] += r.n
	}
	totals := make([]Total, 0, len(sums))
	for name, sum := range sums {
		t := Total{Stats: statsFrom(name, sum), Pools: pools[name], Reports: reports[name]}
		t.Idle = idle[name]
		totals = append(totals, t)
	}
	slices.SortFunc(totals, func(a, b Total) int { return cmp.Compare(a.Name, b.Name) })
	return totals
}

// sumOfIdle adds two numbers, which are -1 if they are not known.
func sumOfIdle(a, b int) int {
	if a < 0 || b < 0 {
		return -1
	}
	return a + b
}
