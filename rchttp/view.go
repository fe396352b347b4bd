package rchttp

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

// A view is a snapshot as the template needs it: sorted, written out, linked.
type view struct {
	Style   template.CSS
	Script  template.JS
	Refresh int    // seconds; 0 is never
	Toggle  string // reference to the page that refreshes itself, or to the one that does not
	Forget  string // reference to post to
	JSON    string

	Time    time.Time
	Window  string
	Wrong   []string
	Hint    bool // leases were lost, and no report says where
	Totals  []figure
	Columns []heading
	Rows    []row
	Reports []article
}

// A figure is a number with its name. Exact is the whole of it where Text is
// not, and Bad says that it should be 0.
type figure struct {
	Name, Text, Exact string
	Bad               bool
}

// A column is a column of the table of pools, by which it can be sorted.
type column struct {
	Key, Name string
	less      func(a, b *Pool) int
}

// columns are in the order of the table; the first is the default. Names
// ascend; numbers come with those first that one looks for.
var columns = []column{
	{"name", "pool", func(a, b *Pool) int { return 0 }}, // they are sorted by name
	{"rate", "gets/s", func(a, b *Pool) int { return cmp.Compare(orLow(b.Rate), orLow(a.Rate)) }},
	{"gets", "gets", func(a, b *Pool) int { return cmp.Compare(b.Gets, a.Gets) }},
	{"reuse", "reuse", func(a, b *Pool) int { return cmp.Compare(orHigh(a.Reuse), orHigh(b.Reuse)) }},
	{"in_use", "in use", func(a, b *Pool) int { return cmp.Compare(b.InUse, a.InUse) }},
	{"lost", "lost", func(a, b *Pool) int { return cmp.Compare(b.Lost, a.Lost) }},
	{"retired", "retired", func(a, b *Pool) int { return cmp.Compare(b.Retired, a.Retired) }},
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
	Figures []figure // one for each column but the first
	Reasons []figure // why objects were retired, those with a number
}

// An article is a report.
type article struct {
	Report
	ID     string // the same at the next refresh, so that it stays open
	Times  string // how often
	Ago    string
	Site   Frame // where it happened, as far as known
	Places []place
}

// A place is a stack and what was done there.
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
	pools := make([]*Pool, len(s.Pools))
	for i := range s.Pools {
		pools[i] = &s.Pools[i]
	}
	for _, c := range columns {
		if c.Key == q.sort {
			slices.SortStableFunc(pools, c.less)
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
	all := Pool{Counts: s.Total, Rate: rate}
	return append([]figure{number("pools", uint64(pools))}, figures(&all)...)
}

func newRow(p *Pool, s *Snapshot, window time.Duration) row {
	return row{
		Name: p.Name, Pools: p.Pools,
		Chart:   draw(s.Time, window, s.Samples, p.History),
		Figures: figures(p),
		Reasons: reasons(p.RetiredBy),
	}
}

// figures are those of the columns after the first.
func figures(p *Pool) []figure {
	return []figure{
		{Name: "gets/s", Text: perSecond(p.Rate)},
		number("gets", p.Gets),
		{Name: "reuse", Text: percent(p.Reuse)},
		number("in use", p.InUse),
		bad(number("lost", p.Lost)),
		number("retired", p.Retired),
	}
}

// reasons are why objects were retired.
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

// bad marks a number that should be 0, unless it is.
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
	add("Misused", r.Misused)
	add("Acquired", r.Acquired)
	taken := "Reference taken"
	if r.leak {
		taken = "Reference taken here was never given up"
	}
	for _, calls := range r.Retained {
		add(taken, calls)
	}
	add("Given up", r.Released)

	key := fnv.New64a() // of what rcpool tells reports apart by
	fmt.Fprint(key, r.Kind, "\x00", r.Pool)
	for _, calls := range [][]Frame{r.Misused, r.Acquired, r.Released} {
		fmt.Fprint(key, "\x00", calls[:min(1, len(calls))])
	}
	a.ID = fmt.Sprintf("report-%x", key.Sum64())
	if len(a.Places) > 0 {
		a.Site = site(a.Places[0].Calls)
	}
	return a
}

// site is the innermost call that is not the runtime's, such as gopanic.
func site(calls []Frame) Frame {
	for _, call := range calls {
		if !strings.HasPrefix(call.Function, "runtime.") {
			return call
		}
	}
	return calls[0]
}

// Title is the kind as a heading.
func (a article) Title() string { return capital(a.Kind) }

// CauseSentence is the cause as a sentence.
func (a article) CauseSentence() string { return sentence(a.Cause) }

// CureSentence is the cure as a sentence.
func (a article) CureSentence() string { return sentence(a.Cure) }

func sentence(s string) string { return capital(s) + "." }

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func ago(d time.Duration) string {
	if d < time.Second {
		return "just now"
	}
	return span(d) + " ago"
}
