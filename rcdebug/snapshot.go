package rcdebug

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/rcpool/rcpool"
)

// A Snapshot is everything that the page shows. It is what the page answers to
// a request for JSON, so a program can decode the answer into it. The names in
// JSON are stable; new ones may be added.
type Snapshot struct {
	Started time.Time `json:"started"` // when the process started, nearly; a restart sets all counts to 0
	Time    time.Time `json:"time"`

	OK    bool       `json:"ok"`    // nothing is wrong that nobody has seen: Wrong is empty
	Wrong []string   `json:"wrong"` // what is wrong and new, for people; the wording may change
	Since *time.Time `json:"since"` // what happened until then was marked as seen; nil if nothing was
	Seen  []string   `json:"seen"`  // what is wrong and was marked as seen, for people

	// Edition names what the snapshot says is wrong. A POST with
	// ?action=seen&edition=… marks this as seen, and nothing that came later.
	Edition string `json:"edition"`

	Samples []time.Time `json:"samples"` // when the history was sampled, oldest first
	Total   Activity    `json:"total"`   // of all pools, whatever the request has selected
	Matched int         `json:"matched"` // how many names of pools match ?pool=; those beyond ?limit= are not in Pools
	Pools   []PoolStats `json:"pools"`   // those selected; unless the request sorts them, those with News come first, then by name
	Reports []Report    `json:"reports"` // of all pools, latest first
}

// PoolStats is what all pools with one name have done. The page sums pools with
// equal names.
type PoolStats struct {
	Name string `json:"name"`
	Activity
}

// Activity is what pools have done since their first lease, and lately.
type Activity struct {
	Pools int `json:"pools"` // how many pools these are
	Counts
	New News `json:"new"`

	// Rate is the last element of History.Rate. It is nil before there are two
	// samples.
	Rate    *float64 `json:"gets_per_second"`
	History History  `json:"history"`
}

// Counts are the counts of [rcpool.Stats].
type Counts struct {
	Gets      uint64      `json:"gets"`
	News      uint64      `json:"news"`
	Reuse     *float64    `json:"reuse"` // share of gets that returned a used object, 0 to 1; nil without gets
	Releases  uint64      `json:"releases"`
	Detached  uint64      `json:"detached"`
	Lost      uint64      `json:"lost"`
	InUse     uint64      `json:"in_use"`
	Retired   uint64      `json:"retired"`
	RetiredBy Retirements `json:"retired_by"`
}

// Retirements are the counts of [rcpool.Retirements].
type Retirements struct {
	Keep   uint64 `json:"keep"`
	Panic  uint64 `json:"panic"`
	Misuse uint64 `json:"misuse"`
	Worn   uint64 `json:"worn"`
	Check  uint64 `json:"check"`
}

// News are the counts that should be 0, without what was marked as seen.
type News struct {
	Reports int    `json:"reports"` // how many of Snapshot.Reports have new occurrences
	Lost    uint64 `json:"lost"`    // the part of Counts.Lost that is new
	Misuse  uint64 `json:"misuse"`  // of Retirements.Misuse
	Panic   uint64 `json:"panic"`   // of Retirements.Panic
}

// History is what pools did in each step between two samples, so each list has
// one element less than Snapshot.Samples.
type History struct {
	Rate  []*float64 `json:"gets_per_second"` // the average
	Reuse []*float64 `json:"reuse"`           // share of the step's gets that returned a used object; nil without gets
	InUse []*float64 `json:"in_use"`          // at the end of the step; nil if nobody looked for a long time, so that it says nothing about the step
	Lost  []*float64 `json:"lost"`            // leases that were found to be lost in the step
}

// A Report is an [rcpool.Report] with its stacks as functions, files and lines.
// A stack that is not known is empty. Reports on pools with equal names are one
// if their places are the same.
type Report struct {
	ID    string    `json:"id"` // stays the same when the report occurs again
	Kind  string    `json:"kind"`
	Cause string    `json:"cause"` // one sentence on the cause of this kind
	Cure  string    `json:"cure"`
	Docs  string    `json:"docs"` // the URL of the documentation of this kind
	Op    string    `json:"op"`   // the method that was misused; empty if none was
	Pool  string    `json:"pool"`
	Lease uint64    `json:"lease"` // the number of the latest lease concerned; 0 if it was not checked
	Time  time.Time `json:"time"`  // of the latest occurrence
	Count int       `json:"count"` // of occurrences
	New   int       `json:"new"`   // of these, occurrences that were not marked as seen

	// Unchecked tells that the lease was not checked, so that only MisusedAt is
	// known. See [rcpool.SetChecking].
	Unchecked bool `json:"unchecked"`

	MisusedAt  []Frame   `json:"misused_at"`
	GotAt      []Frame   `json:"got_at"`
	RetainedAt [][]Frame `json:"retained_at"`
	ReleasedAt []Frame   `json:"released_at"`

	Fields   []Field   `json:"fields"`
	Suspects []Suspect `json:"suspects"`

	kind rcpool.Kind
}

// A Suspect is an [rcpool.Suspect]: goroutines at one place that may hold an
// object after its lease.
type Suspect struct {
	Goroutines int     `json:"goroutines"` // how many there are
	State      string  `json:"state"`      // of one of them
	Site       Frame   `json:"site"`       // the innermost of Calls that is not in the standard library
	Calls      []Frame `json:"calls"`
	CreatedBy  *Frame  `json:"created_by"` // the go statement; nil if there is none
}

// A Frame is a call in a stack. Stacks list the innermost call first.
type Frame struct {
	Function string `json:"function"`
	File     string `json:"file"`
	Line     int    `json:"line"`
}

// A Field is a part of an object that is not as it should be. It names the
// part and the problem, never a value.
type Field struct {
	Path   string `json:"path"`   // empty for the whole object
	Offset uint64 `json:"offset"` // in bytes
	What   string `json:"what"`   // what is wrong with it
}

// started is nearly when the process started.
var started = time.Now()

// newSnapshot returns what q asks for. stats are sorted by name.
func newSnapshot(now time.Time, q query, stats []rcpool.Stats, reports []Report, h *history, m *memory) *Snapshot {
	s := &Snapshot{
		Started: started, Time: now,
		Edition: m.show(now, newAlarms(stats, reports)),
		Samples: h.samples(), Reports: reports,
	}
	if since := m.since; !since.IsZero() {
		s.Since = &since
	}
	pools := byName(stats, m)
	for i := range reports {
		r := &reports[i]
		if r.New = m.newOccurrences(*r); r.New == 0 {
			continue
		}
		s.Total.New.Reports++
		if at, found := slices.BinarySearchFunc(pools, r.Pool, func(p PoolStats, name string) int { return cmp.Compare(p.Name, name) }); found {
			pools[at].New.Reports++
		}
	}
	for i := range pools {
		s.Total.add(&pools[i].Activity)
	}
	s.Total.setHistory(h.total())
	s.Wrong, s.Seen = verdict(s, pools)
	s.OK = len(s.Wrong) == 0

	pools = slices.DeleteFunc(pools, func(p PoolStats) bool { return !q.matches(p.Name) })
	s.Matched = len(pools)
	if q.sort == sortRate { // the other orders need no history
		for i := range pools {
			pools[i].setHistory(h.of(pools[i].Name))
		}
	}
	slices.SortStableFunc(pools, func(a, b PoolStats) int { return orders[q.sort](&a, &b) })
	s.Pools = pools[:min(len(pools), q.limit)]
	for i := range s.Pools {
		s.Pools[i].setHistory(h.of(s.Pools[i].Name))
	}
	return s
}

// byName sums the pools that have the same name. stats are sorted by name, and
// so is the result.
func byName(stats []rcpool.Stats, m *memory) []PoolStats {
	pools := make([]PoolStats, 0, len(stats))
	for _, s := range stats {
		if n := len(pools); n == 0 || pools[n-1].Name != s.Name {
			pools = append(pools, PoolStats{Name: s.Name})
		}
		p := &pools[len(pools)-1]
		found := m.news(s)
		p.add(&Activity{Pools: 1, Counts: newCounts(s), New: News{Lost: found.lost, Misuse: found.misuse, Panic: found.panics}})
	}
	return pools
}

func newCounts(s rcpool.Stats) Counts {
	return Counts{
		Gets: s.Gets, News: s.News, Releases: s.Releases, Detached: s.Detached,
		Lost: s.Lost, InUse: s.InUse, Retired: s.Retired,
		RetiredBy: Retirements(s.RetiredBy), // a conversion, so that a new reason does not compile unless it is added here
	}
}

// add adds the counts of b, but not its reports: some are of no pool.
func (a *Activity) add(b *Activity) {
	a.Pools += b.Pools
	a.Gets += b.Gets
	a.Counts.News += b.Counts.News
	a.Releases += b.Releases
	a.Detached += b.Detached
	a.Lost += b.Lost
	a.InUse += b.InUse
	a.Retired += b.Retired
	a.RetiredBy.Keep += b.RetiredBy.Keep
	a.RetiredBy.Panic += b.RetiredBy.Panic
	a.RetiredBy.Misuse += b.RetiredBy.Misuse
	a.RetiredBy.Worn += b.RetiredBy.Worn
	a.RetiredBy.Check += b.RetiredBy.Check
	if a.Gets > 0 {
		a.Reuse = known(reuse(a.Gets, a.Counts.News))
	}
	a.New.Lost += b.New.Lost
	a.New.Misuse += b.New.Misuse
	a.New.Panic += b.New.Panic
}

func (a *Activity) setHistory(h History) {
	a.History = h
	if n := len(h.Rate); n > 0 {
		a.Rate = h.Rate[n-1]
	}
}

// reuse returns the share of gets that returned a used object. Under load the two
// counts may differ by the leases between their reads.
func reuse(gets, news uint64) float64 { return max(0, 1-float64(news)/float64(gets)) }

// The orders of pools, by the value of ?sort=. Names ascend; numbers start with
// the most interesting. The pools are sorted by name before.
const (
	sortNews = "news"
	sortRate = "rate"
)

var orders = map[string]func(a, b *PoolStats) int{
	sortNews:  func(a, b *PoolStats) int { return cmp.Compare(hasNews(b), hasNews(a)) },
	"name":    func(a, b *PoolStats) int { return 0 },
	sortRate:  func(a, b *PoolStats) int { return cmp.Compare(or(b.Rate, math.Inf(-1)), or(a.Rate, math.Inf(-1))) },
	"gets":    func(a, b *PoolStats) int { return cmp.Compare(b.Gets, a.Gets) },
	"reuse":   func(a, b *PoolStats) int { return cmp.Compare(or(a.Reuse, math.Inf(1)), or(b.Reuse, math.Inf(1))) },
	"in_use":  func(a, b *PoolStats) int { return cmp.Compare(b.InUse, a.InUse) },
	"lost":    func(a, b *PoolStats) int { return cmp.Compare(b.Lost, a.Lost) },
	"retired": func(a, b *PoolStats) int { return cmp.Compare(b.Retired, a.Retired) },
}

// hasNews returns 1 if the pools have news, else 0.
func hasNews(p *PoolStats) int {
	if p.New != (News{}) {
		return 1
	}
	return 0
}

func or(v *float64, unknown float64) float64 {
	if v == nil {
		return unknown
	}
	return *v
}
