package rcdebug

import (
	"cmp"
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
)

// A Snapshot is everything that the page shows. It is what the page answers to
// a request for JSON, so a program can decode the answer into it. The names in
// JSON are stable; new ones may be added.
type Snapshot struct {
	Time    time.Time   `json:"time"`
	OK      bool        `json:"ok"`      // Wrong is empty
	Wrong   []string    `json:"wrong"`   // what is wrong, for people; the wording may change
	Total   Counts      `json:"total"`   // the sum over all pools
	Samples []time.Time `json:"samples"` // when the history was sampled, oldest first
	Pools   []PoolStats `json:"pools"`   // sorted by name
	Reports []Report    `json:"reports"` // latest first
}

// PoolStats is what all pools with one name have done. Nothing but its name
// identifies a pool, so pools with equal names are summed.
type PoolStats struct {
	Name  string `json:"name"`
	Pools int    `json:"pools"` // how many pools have the name
	Counts

	// Rate is the last element of History. It is nil before there are two samples.
	Rate *float64 `json:"gets_per_second"`

	// History is the gets per second between each sample and the next, so it
	// has one element less than Snapshot.Samples. An element is nil if a pool was
	// garbage collected in between.
	History []*float64 `json:"history"`
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

// A Report is an [rcpool.Report] with its stacks as functions, files and lines.
// A stack that is not known is empty.
type Report struct {
	Kind  string    `json:"kind"`
	Cause string    `json:"cause"` // one sentence on the cause of this kind
	Cure  string    `json:"cure"`
	Pool  string    `json:"pool"`
	Time  time.Time `json:"time"`  // of the latest occurrence
	Count int       `json:"count"` // of occurrences

	MisusedAt  []Frame   `json:"misused_at"`
	GotAt      []Frame   `json:"got_at"`
	RetainedAt [][]Frame `json:"retained_at"`
	ReleasedAt []Frame   `json:"released_at"`

	Fields []Field `json:"fields"`

	leak bool
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

func newSnapshot(now time.Time, pools []PoolStats, samples []sample, reports []rcpool.Report) *Snapshot {
	s := &Snapshot{Time: now, Pools: pools, Samples: make([]time.Time, len(samples)), Reports: make([]Report, len(reports))}
	for i, noted := range samples {
		s.Samples[i] = noted.at
	}
	for i := range pools {
		p := &pools[i]
		s.Total.add(p.Counts)
		p.History = rates(samples, p.Name)
		if n := len(p.History); n > 0 {
			p.Rate = p.History[n-1]
		}
	}
	for i, r := range reports {
		s.Reports[i] = newReport(r)
	}
	s.Wrong = wrong(s)
	s.OK = len(s.Wrong) == 0
	return s
}

// byName sums the pools that have the same name. stats are sorted by name, and
// so is the result.
func byName(stats []rcpool.Stats) []PoolStats {
	pools := []PoolStats{}
	for _, s := range stats {
		if n := len(pools); n == 0 || pools[n-1].Name != s.Name {
			pools = append(pools, PoolStats{Name: s.Name})
		}
		p := &pools[len(pools)-1]
		p.Pools++
		p.add(newCounts(s))
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

func (c *Counts) add(d Counts) {
	c.Gets += d.Gets
	c.News += d.News
	c.Releases += d.Releases
	c.Detached += d.Detached
	c.Lost += d.Lost
	c.InUse += d.InUse
	c.Retired += d.Retired
	c.RetiredBy.Keep += d.RetiredBy.Keep
	c.RetiredBy.Panic += d.RetiredBy.Panic
	c.RetiredBy.Misuse += d.RetiredBy.Misuse
	c.RetiredBy.Worn += d.RetiredBy.Worn
	c.RetiredBy.Check += d.RetiredBy.Check
	if c.Gets > 0 {
		// Under load the two counts may differ by the leases between their reads.
		reuse := max(0, 1-float64(c.News)/float64(c.Gets))
		c.Reuse = &reuse
	}
}

// wrong lists what should not be, worst first.
func wrong(s *Snapshot) []string {
	found := []string{}
	say := func(n uint64, one, many string) {
		switch n {
		case 0:
		case 1:
			found = append(found, "1 "+one)
		default:
			found = append(found, fmt.Sprint(n, " ", many))
		}
	}
	say(uint64(len(s.Reports)), "report", "reports")
	say(s.Total.Lost, "lease lost", "leases lost")
	say(s.Total.RetiredBy.Misuse, "object retired after misuse", "objects retired after misuse")
	say(s.Total.RetiredBy.Panic, "object retired because its reset panicked", "objects retired because their reset panicked")
	return found
}

func newReport(r rcpool.Report) Report {
	report := Report{
		Kind: r.Kind.String(), Cause: r.Kind.Cause(), Cure: cmp.Or(r.Cure, r.Kind.Cure()), Pool: r.Pool,
		Time: r.Time, Count: r.Count,
		MisusedAt: frames(r.MisusedAt), GotAt: frames(r.GotAt), ReleasedAt: frames(r.ReleasedAt),
		RetainedAt: make([][]Frame, len(r.RetainedAt)),
		Fields:     make([]Field, len(r.Fields)),
		leak:       r.Kind == rcpool.Leak,
	}
	for i, at := range r.RetainedAt {
		report.RetainedAt[i] = frames(at)
	}
	for i, f := range r.Fields {
		report.Fields[i] = Field{Path: f.Path, Offset: uint64(f.Offset), What: f.What}
	}
	return report
}

func frames(at rcpool.Stack) []Frame {
	calls := []Frame{}
	for call := range at.Frames {
		calls = append(calls, Frame{Function: call.Function, File: call.File, Line: call.Line})
	}
	return calls
}
