package rcdebug

import (
	_ "embed"
	"html/template"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/rcpool/rcpool"
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

// A view is a snapshot as the template needs it: formatted and linked.
type view struct {
	Style   template.CSS
	Script  template.JS
	Refresh int    // seconds; 0 means never
	Toggle  string // reference to the page with refreshing switched on or off
	Mark    string // reference to post to
	JSON    string

	Time    moment
	Started moment
	Window  string
	Wrong   string // what is wrong and new; empty if nothing is
	Since   *moment
	Seen    string // what is wrong and was seen
	Hint    bool   // leases were lost, and no report names a call site

	Totals  []figure
	Find    find
	Columns []heading
	Rows    []row
	New     []article // reports with new occurrences, the latest
	More    []article // the others of these
	Old     []article // reports that were seen
}

// fewReports is how many new reports are above the pools in full.
const fewReports = 10

// A find is the form that selects pools, and what it has selected.
type find struct {
	Pool     string      // what names contain
	Others   []parameter // of the page
	All      string      // reference to the page without selection
	Shown    string      // how many names of pools are shown
	Of       string      // of how many
	More     string      // reference to a page with more pools; empty if all are shown, or very many
	MoreText string      // how many that page shows
}

// A parameter is one of a query.
type parameter struct{ Name, Value string }

// A moment is a time as text.
type moment struct {
	time.Time
	Ago string
}

func newMoment(t, now time.Time) moment { return moment{t, ago(now.Sub(t))} }

// Attr returns the time for machines.
func (m moment) Attr() string { return m.Format(time.RFC3339) }

// Clock returns the time of day.
func (m moment) Clock() string { return m.Format("15:04:05") }

// A figure is a number with its name. Exact is set if Text is rounded. New is the
// part of it that should not be there and was not seen.
type figure struct {
	Name, Text, Exact, New string
	Chart                  *chart
}

// columns are the columns of the table of pools, with the orders that they sort
// by.
var columns = []struct{ Key, Name string }{
	{"name", "pool"},
	{sortRate, "gets/s"},
	{"reuse", "reuse"},
	{"in_use", "in use"},
	{"lost", "lost"},
	{"retired", "retired"},
	{"gets", "gets"},
}

// A heading is the head of a column.
type heading struct {
	Key, Name string
	Href      string
	Sorted    string // ascending, descending, or empty
}

// A row is a pool in the table.
type row struct {
	Name    string
	Pools   string // how many have the name; empty for one
	News    bool
	Figures []figure // one for each column after the first
	Reasons []figure // why objects were retired; reasons without objects are left out
}

// An article is a report as the template needs it.
type article struct {
	Report
	When   moment
	Times  string // how often it happened
	News   string // how often since it was seen
	Site   Frame  // where it happened, if known
	Places []place
}

// A place is a stack and what happened there.
type place struct {
	Title     string
	Calls     []Frame
	CreatedBy *Frame // of a goroutine
}

func newView(s *Snapshot, q query, interval, window time.Duration) view {
	v := view{
		Style: template.CSS(style), Script: template.JS(script),
		Mark: q.seen(s.Edition), JSON: q.json(),
		Time: newMoment(s.Time, s.Time), Started: newMoment(s.Started, s.Time), Window: span(window),
		Wrong: strings.Join(s.Wrong, ", "), Seen: strings.Join(s.Seen, ", "),
		Hint: s.Total.New.Lost > 0 && !slices.ContainsFunc(s.Reports, func(r Report) bool { return r.kind == rcpool.Leak }),
		Find: newFind(s, q),
	}
	if s.Since != nil {
		since := newMoment(*s.Since, s.Time)
		v.Since = &since
	}
	if !q.paused {
		v.Refresh = int(math.Ceil(interval.Seconds()))
	}
	toggled := q
	toggled.paused = !q.paused
	v.Toggle = toggled.href()

	charts := axis{s.Time, window, s.Samples}
	if s.Total.Pools > 0 {
		v.Totals = append([]figure{number("pools", uint64(s.Total.Pools))}, charts.figures(&s.Total)...)
	}
	for _, c := range columns {
		v.Columns = append(v.Columns, newHeading(c.Key, c.Name, q))
	}
	for i := range s.Pools {
		p := &s.Pools[i]
		v.Rows = append(v.Rows, newRow(p, charts))
	}
	for _, r := range s.Reports {
		switch a := newArticle(r, s.Time); {
		case r.New == 0:
			v.Old = append(v.Old, a)
		case len(v.New) < fewReports:
			v.New = append(v.New, a)
		default:
			v.More = append(v.More, a)
		}
	}
	return v
}

func newRow(p *PoolStats, charts axis) row {
	r := row{Name: p.Name, News: hasNews(p) == 1, Figures: charts.figures(&p.Activity), Reasons: reasons(p)}
	if p.Pools > 1 {
		r.Pools = exact(uint64(p.Pools))
	}
	return r
}

func newFind(s *Snapshot, q query) find {
	all, more := q, q
	all.pool, more.limit = "", manyPools
	f := find{Pool: q.pool, All: all.href(), Shown: exact(uint64(len(s.Pools))), Of: exact(uint64(s.Matched))}
	for name, values := range q.values() {
		if name != "pool" {
			f.Others = append(f.Others, parameter{name, values[0]})
		}
	}
	slices.SortFunc(f.Others, func(a, b parameter) int { return strings.Compare(a.Name, b.Name) })
	if s.Matched > len(s.Pools) && q.limit < manyPools {
		f.More, f.MoreText = more.href(), exact(uint64(min(s.Matched, manyPools)))
	}
	return f
}

func newHeading(key, name string, q query) heading {
	h := heading{Key: key, Name: name}
	if key == q.sort {
		h.Sorted = "descending"
		if key == "name" || key == "reuse" {
			h.Sorted = "ascending"
		}
	}
	q.sort = key
	h.Href = q.href()
	return h
}

// figures returns the figures of the columns after the first.
func (a axis) figures(did *Activity) []figure {
	rate := figure{Name: "gets/s", Text: perSecond(did.Rate), Chart: a.drawRate(did.History.Rate)}
	share := figure{Name: "reuse", Text: percent(did.Reuse), Chart: a.drawReuse(did.History.Reuse)}
	inUse := number("in use", did.InUse)
	inUse.Chart = a.drawInUse(did.History.InUse)
	lost := news(number("lost", did.Lost), did.New.Lost)
	if did.Lost > 0 {
		lost.Chart = a.drawLost(did.History.Lost)
	}
	return []figure{rate, share, inUse, lost, number("retired", did.Retired), number("gets", did.Gets)}
}

// reasons returns why objects were retired.
func reasons(p *PoolStats) []figure {
	by := p.RetiredBy
	return slices.DeleteFunc([]figure{
		news(number("misuse", by.Misuse), p.New.Misuse),
		news(number("panic", by.Panic), p.New.Panic),
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

// news marks a figure of which n are new, unless n is 0.
func news(f figure, n uint64) figure {
	switch short(n) {
	case "0":
	case f.Text:
		f.New = "new"
	default:
		f.New = short(n) + " new"
	}
	return f
}

func newArticle(r Report, now time.Time) article {
	a := article{Report: r, When: newMoment(r.Time, now), Times: exact(uint64(r.Count)), News: exact(uint64(r.New))}
	add := func(title string, calls []Frame) {
		if len(calls) > 0 {
			a.Places = append(a.Places, place{Title: title, Calls: calls})
		}
	}
	for _, s := range r.Suspects {
		a.Places = append(a.Places, place{suspected(s), s.Calls, s.CreatedBy})
	}
	add("Misused", r.MisusedAt)
	add("Got", r.GotAt)
	for _, calls := range r.RetainedAt {
		switch {
		case r.kind == rcpool.Leak:
			add("Never released, made", calls)
		case !slices.Equal(calls, r.GotAt): // the reference that Get returns was not retained
			add("Retained", calls)
		}
	}
	released := "Released"
	if r.kind == rcpool.DoubleRelease { // either may be the wrong one
		released = "Released first"
	}
	add(released, r.ReleasedAt)
	switch {
	case len(r.Suspects) > 0:
		a.Site = r.Suspects[0].Site
	case len(a.Places) > 0:
		a.Site = site(a.Places[0].Calls)
	}
	return a
}

func suspected(s Suspect) string {
	who := "a goroutine"
	if s.Goroutines > 1 {
		who = exact(uint64(s.Goroutines)) + " goroutines"
	}
	return "May hold it: " + who + " [" + s.State + "]"
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
