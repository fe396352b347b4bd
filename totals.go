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
	Reports map[Kind]uint64 // how many mistakes of each kind were reported; ForgetReports does not reset them
}

// Totals returns the total of each name, sorted by name. Names are unique, and
// what is not UTF-8 in them is replaced by U+FFFD. Mistakes that belong to
// no pool, such as uses of a zero Ref, are under the name "". Reports, and the
// counts of pools that are gone, are kept for 1,000 names; those of further names
// are summed under the name "(others)". Totals is safe for concurrent use. It takes
// about as much time as AllStats, or two to three times as much if each pool has
// a name of its own.
func Totals() []Total {
	live, gone := ledger.All()
	all := make(sums, len(live)+len(gone))
	for name, tally := range gone {
		all.of(name).Add(tally)
	}
	for _, l := range live {
		s := all.of(l.Name())
		s.Add(l.Tally())
		s.addIdle(l.Idle())
		s.pools++
	}
	reporting.totals(func(pool string, k Kind, n uint64) { all.of(pool).addReports(k, n) })
	totals := make([]Total, 0, len(all))
	for name, s := range all {
		t := Total{Stats: statsFrom(name, s.Tally), Pools: s.pools, Reports: s.reports}
		t.Idle = s.idle
		totals = append(totals, t)
	}
	slices.SortFunc(totals, func(a, b Total) int { return cmp.Compare(a.Name, b.Name) })
	return totals
}

// sums are what is known of each name, which is valid UTF-8.
type sums map[string]*sum

type sum struct {
	ledger.Tally
	pools   int
	idle    int // -1 if it is not known
	reports map[Kind]uint64
}

func (all sums) of(name string) *sum {
	name = strings.ToValidUTF8(name, "\uFFFD")
	s := all[name]
	if s == nil {
		s = new(sum)
		all[name] = s
	}
	return s
}

// addIdle adds the number of idle objects of a pool, which is -1 if it is not
// known.
func (s *sum) addIdle(n int) {
	if s.idle < 0 || n < 0 {
		s.idle = -1
		return
	}
	s.idle += n
}

func (s *sum) addReports(k Kind, n uint64) {
	if s.reports == nil {
		s.reports = map[Kind]uint64{}
	}
	s.reports[k] += n
}
