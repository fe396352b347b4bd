package rcdebug

import (
	"cmp"
	_ "embed"
	"fmt"
	"hash/fnv"
	"html/template"
	"math"
	"slices"
	"strings"
	"time"
)

var (
	//go:embed page.html
	markup string
	//go:embed page.css
	style string
	//go:embed page.js
	script string

	page = template.Must(template.New("page").Parse(markup))
)

// A view is a snapshot as the template needs it: sorted, formatted and linked.
type view struct {
	Style   template.CSS
	Script  template.JS
	Refresh int    // seconds; 0 means never
	Toggle  string // reference to the page with refreshing switched on or off
	Forget  string // reference to post to
	JSON    string

	Time    time.Time
	Window  string
	Wrong   []string
	Hint    bool // leases were lost, and no report names a call site
	Totals  []figure
	Columns []heading
	Rows    []row
	Reports []article
}

// A figure is a number with its name. Exact is set if Text is rounded. Bad marks
// a number that should be 0.
type figure struct {
	Name, Text, Exact string
	Bad               bool
}

// A column is a column of the table of pools. The table can be sorted by it.
type column struct {
	Key, Name string
	compare   func(a, b *PoolStats) int
}

// columns are in the order of the table. The first is the default order. Names
// ascend; numbers start with the most interesting.
var columns = []column{
	{"name", "pool", func(a, b *PoolStats) int { return 0 }}, // they are sorted by name
	{"rate", "gets/s", func(a, b *PoolStats) int { return cmp.Compare(orLow(b.Rate), orLow(a.Rate)) }},
	{"gets", "gets", func(a, b *PoolStats) int { return cmp.Compare(b.Gets, a.Gets) }},
	{"reuse", "reuse", func(a, b *PoolStats) int { return cmp.Compare(orHigh(a.Reuse), orHigh(b.Reuse)) }},
	{"in_use", "in use", func(a, b *PoolStats) int { return cmp.Compare(b.InUse, a.InUse) }},
	{"lost", "lost", func(a, b *PoolStats) int { return cmp.Compare(b.Lost, a.Lost) }},
	{"retired", "retired", func(a, b *PoolStats) int { return cmp.Compare(b.Retired, a.Retired) }},
}

func sortKeys() []string {
	keys := make([]string, len(columns))
	for i, c := range columns {
		keys[i] = c.Key
	}
	return keys
}

func orLow(v *float64) float64 { return or(v, math.Inf(-1)) }

func orHigh(v *float64) float64 { return or(v, math.Inf(1)) }

func or(v *float64, unknown float64) float64 {
	if v == nil {
		return unknown
	}
	return *v
}

// A heading is the head of a column.
type heading struct {
	column
	Href   string
	Sorted bool
}

// A row is a pool in the table.
type row struct {
	Name    string
	Pools   int
	Chart   chart
	Figures []figure // one for each column after the first
	Reasons []figure // why objects were retired; reasons without objects are left out
}

// An article is a report as the template needs it.
type article struct {
	Report
	ID     string // stays the same at the next refresh, so that an open report stays open
	Times  string // how often it happened
	Ago    string
	Site   Frame // where it happened, if known
	Places []place
}

// A place is a stack and what happened there.
type place struct {
	Title string
	Calls []Frame
}

func newView(s *Snapshot, q query, interval, window time.Duration) view {
	v := view{
		Style: template.CSS(style), Script: template.JS(script),
		Time: s.Time, Window: span(window), Wrong: s.Wrong,
		Hint:   s.Total.Lost > 0 && !slices.ContainsFunc(s.Reports, func(r Report) bool { return r.leak }),
		Forget: q.forgetHref(),
		JSON:   "?format=" + formatJSON,
	}
	if !q.paused {
		v.Refresh = int(math.Ceil(interval.Seconds()))
	}
	toggled := q
	toggled.paused = !q.paused
	v.Toggle = toggled.href()
	v.Totals = totals(s)

	for _, c := range columns {
		sorted := q
		sorted.sort = c.Key
		v.Columns = append(v.Columns, heading{column: c, Href: sorted.href(), Sorted: c.Key == q.sort})
	}
	pools := make([]*PoolStats, len(s.Pools))
	for i := range s.Pools {
		pools[i] = &s.Pools[i]
	}
	for _, c := range columns {
		if c.Key == q.sort {
			slices.SortStableFunc(pools, c.compare)
		}
	}
	for _, p := range pools {
		v.Rows = append(v.Rows, newRow(p, s, window))
	}
	for _, r := range s.Reports {
		v.Reports = append(v.Reports, newArticle(r, s.Time))
	}
	return v
}

func totals(s *Snapshot) []figure {
	pools, rate := 0, (*float64)(nil)
	for _, p := range s.Pools {
		pools += p.Pools
		if p.Rate != nil {
			sum := or(rate, 0) + *p.Rate
			rate = &sum
		}
	}
	all := PoolStats{Counts: s.Total, Rate: rate}
	return append([]figure{number("pools", uint64(pools))}, figures(&all)...)
}

func newRow(p *PoolStats, s *Snapshot, window time.Duration) row {
	return row{
		Name: p.Name, Pools: p.Pools,
		Chart:   draw(s.Time, window, s.Samples, p.History),
		Figures: figures(p),
		Reasons: reasons(p.RetiredBy),
	}
}

// figures returns the figures of the columns after the first.
func figures(p *PoolStats) []figure {
	return []figure{
		{Name: "gets/s", Text: perSecond(p.Rate)},
		number("gets", p.Gets),
		{Name: "reuse", Text: percent(p.Reuse)},
		number("in use", p.InUse),
		bad(number("lost", p.Lost)),
		number("retired", p.Retired),
	}
}

// reasons returns why objects were retired.
func reasons(by Retirements) []figure {
	return slices.DeleteFunc([]figure{
		bad(number("misuse", by.Misuse)),
		bad(number("panic", by.Panic)),
		number("not kept", by.Keep),
		number("worn", by.Worn),
		number("checked", by.Check),
	}, func(f figure) bool { return f.Text == "0" })
}

func number(name string, n uint64) figure {
	f := figure{Name: name, Text: short(n)}
	if whole := exact(n); whole != f.Text {
		f.Exact = whole
	}
	return f
}

// bad marks a number that should be 0, unless it is 0.
func bad(f figure) figure {
	f.Bad = f.Text != "0"
	return f
}

func newArticle(r Report, now time.Time) article {
	a := article{Report: r, Times: exact(uint64(r.Count)), Ago: ago(now.Sub(r.Time))}
	add := func(title string, calls []Frame) {
		if len(calls) > 0 {
			a.Places = append(a.Places, place{title, calls})
		}
	}
	add("Misused", r.MisusedAt)
	add("Got", r.GotAt)
	retained := "Retained"
	if r.leak {
		retained = "Retained here, never released"
	}
	for _, calls := range r.RetainedAt {
		add(retained, calls)
	}
	add("Released", r.ReleasedAt)

	key := fnv.New64a() // a hash of what identifies a report in rcpool
	fmt.Fprint(key, r.Kind, "\x00", r.Pool)
	for _, calls := range [][]Frame{r.MisusedAt, r.GotAt, r.ReleasedAt} {
		fmt.Fprint(key, "\x00", calls[:min(1, len(calls))])
	}
	a.ID = fmt.Sprintf("report-%x", key.Sum64())
	if len(a.Places) > 0 {
		a.Site = site(a.Places[0].Calls)
	}
	return a
}

// site returns the innermost call outside the runtime, whose gopanic may be on
// top.
func site(calls []Frame) Frame {
	for _, call := range calls {
		if !strings.HasPrefix(call.Function, "runtime.") {
			return call
		}
	}
	return calls[0]
}

// Title returns the kind as a heading.
func (a article) Title() string { return capital(a.Kind) }

// CauseSentence returns the cause as a sentence.
func (a article) CauseSentence() string { return sentence(a.Cause) }

// CureSentence returns the cure as a sentence.
func (a article) CureSentence() string { return sentence(a.Cure) }

func sentence(s string) string { return capital(s) + "." }

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func ago(d time.Duration) string {
	if d < time.Second {
		return "just now"
	}
	return span(d) + " ago"
}
