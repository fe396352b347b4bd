package rcpool

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool/internal/delivery"
	"github.com/rcpool/rcpool/internal/ledger"
	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/sampling"
	"github.com/rcpool/rcpool/internal/shape"
)

// A Report describes a mistake: a misuse, or something that a checked lease
// noticed. Of an unchecked lease only MisusedAt is known; see [SetChecking].
type Report struct {
	Kind  Kind
	Op    string    // for a misuse, the method that was called, such as "Release"
	Pool  string    // the name of the pool
	Cure  string    // how to fix it, if Kind.Cure does not fit
	Time  time.Time // of the latest occurrence
	Count int       // occurrences so far of the same kind, pool and stacks

	Number uint64 // of the latest occurrence; all are numbered in the order they are reported
	Lease  uint64 // the number of the lease concerned, the latest one of them; see Lease.Number. 0 if it was not checked

	// Missed is how many reports OnReport's function was not called with since
	// the one before, because it was too slow: at most 100 wait for it. Reports
	// lists those, too.
	Missed int

	GotAt      Stack   // where the lease began with Get
	RetainedAt []Stack // where the references were made that were never released (Leak), the one that was misused, or those made with Retain (KeptPointer)
	ReleasedAt Stack   // where the misused reference was released, or else where the lease ended
	MisusedAt  Stack   // where the mistake was noticed, in the goroutine that made it

	Fields []Field // the parts of the object concerned (LateWrite, DirtyReset)

	// Suspects are the goroutines that may hold the *T (KeptPointer): those that
	// have it among the arguments of a call or, if there are none, those that a
	// function of the lease has started and that were there when the *T was found.
	// Goroutines at the same place are one group; there are at most 5 groups, the
	// largest first.
	//
	// They are where to look, and prove nothing. There are none if the *T is in a
	// variable, on the heap or in a channel, or if the program has more than 1,000
	// goroutines. Of leases from the same places they are looked for once.
	Suspects []Suspect

	ledger uint64 // the ID of the pool's ledger, or 0
}

// A Suspect is a group of goroutines that may hold a *T after its lease, and
// that are at the same place.
type Suspect struct {
	Goroutines int             // how many there are
	State      string          // of one of them, such as "sleep"
	Calls      []runtime.Frame // its stack, the innermost call first; only Function, File and Line are set
	CreatedBy  runtime.Frame   // the go statement; zero if there is none
}

// Site returns the line that the goroutines are at, as "function file:line": the
// innermost call outside the standard library.
func (s Suspect) Site() string {
	if len(s.Calls) == 0 {
		return ""
	}
	i := slices.IndexFunc(s.Calls, func(f runtime.Frame) bool { return !standard(f.Function) })
	return siteOf(s.Calls[max(i, 0)])
}

// brief returns the suspects in one line, for a log.
func (s Suspect) brief() string {
	b := fmt.Sprintf("%s [%s]", s.Site(), s.State)
	if s.Goroutines > 1 {
		b = fmt.Sprintf("%d goroutines: %s", s.Goroutines, b)
	}
	if s.CreatedBy.Function != "" {
		b += ", created by " + siteOf(s.CreatedBy)
	}
	return b
}

// write writes the suspects, in the layout of a stack.
func (s Suspect) write(b *strings.Builder) {
	who := "goroutine"
	if s.Goroutines > 1 {
		who = fmt.Sprintf("%d goroutines, such as one", s.Goroutines)
	}
	fmt.Fprintf(b, "\nMay hold it: %s [%s]:\n", who, s.State)
	for _, f := range s.Calls {
		fmt.Fprintf(b, "  %s()\n      %s:%d\n", f.Function, f.File, f.Line)
	}
	if f := s.CreatedBy; f.Function != "" {
		fmt.Fprintf(b, "  created by %s\n      %s:%d\n", f.Function, f.File, f.Line)
	}
}

// A Field is a part of an object that a report is about.
type Field struct {
	Path   string  // such as .User.Tags[2]; empty for the whole object
	Offset uintptr // in bytes, from the start of the object or of the memory behind it
	What   string  // what is wrong with it; never its value, which may be secret
}

// String returns the report as text for people to read, in the layout of the race
// detector.
func (r Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "==================\nWARNING: rcpool: %s", r.Kind)
	if r.Op != "" {
		fmt.Fprintf(&b, " in %s", r.Op)
	}
	if r.Pool != "" {
		fmt.Fprintf(&b, " (pool %s)", r.Pool)
	}
	fmt.Fprintf(&b, "\n%s.\n%s.\n", sentence(r.Kind.Cause()), sentence(cmp.Or(r.Cure, r.Kind.Cure())))
	if r.Count > 1 {
		fmt.Fprintf(&b, "This has happened %d times.\n", r.Count)
	}
	if r.Missed > 0 {
		fmt.Fprintf(&b, "%d other reports were not passed on.\n", r.Missed)
	}
	for _, f := range r.Fields {
		fmt.Fprintf(&b, "\nField %s\n", f)
	}
	stack := func(what string, at Stack) {
		if len(at) == 0 {
			return
		}
		fmt.Fprintf(&b, "\n%s:\n", at.at(what))
		for frame := range at.Frames {
			fmt.Fprintf(&b, "  %s()\n      %s:%d\n", frame.Function, frame.File, frame.Line)
		}
	}
	stack("Misused at", r.MisusedAt)
	stack("Got at", r.GotAt)
	for _, at := range r.RetainedAt {
		if r.Kind == Leak {
			stack("Never released, made at", at)
		} else {
			stack("Retained at", retainedApart(at, r.GotAt))
		}
	}
	stack(released(r.Kind), r.ReleasedAt)
	for _, s := range r.Suspects {
		s.write(&b)
	}
	if r.Kind == KeptPointer {
		fmt.Fprintf(&b, "\n%s\n", whereToLook(r.Suspects))
	}
	if r.Unchecked() {
		fmt.Fprintf(&b, "\n%s\n", uncheckedText)
	}
	b.WriteString("==================\n")
	return b.String()
}

// Unchecked reports whether the report is about a misuse of a lease that was not
// checked, so that of its places only MisusedAt is known. See [SetChecking].
func (r Report) Unchecked() bool { return unchecked(r.Kind, r.ledger, r.GotAt) }

// released is what a report on a mistake of the given kind calls the place in
// ReleasedAt. Of two releases either may be the wrong one.
func released(k Kind) string {
	if k == DoubleRelease {
		return "Released first at"
	}
	return "Released at"
}

// unchecked reports whether a misuse is one of a lease that was not checked, so
// that places are missing. The zero Ref has no ledger, nor has a misuse that
// another package raises.
func unchecked(k Kind, ledger uint64, gotAt Stack) bool {
	return k.Panics() && k != NilNew && ledger != 0 && gotAt == nil
}

const uncheckedText = "This lease was not checked. Set " + sampling.Variable + "=1, in a test or in staging, to see its Get, Retain and Release."

// whereToLook says what the suspects are worth.
func whereToLook(suspects []Suspect) string {
	if len(suspects) == 0 {
		return "No goroutine is known to hold it: look at package variables, maps, channels, timers and function literals."
	}
	return "These goroutines are where to look. They prove nothing: a variable or a channel may hold it."
}

// retainedApart returns at, unless it is the Get of the lease: the reference that
// Get returns was not retained.
func retainedApart(at, got Stack) Stack {
	if slices.Equal(at, got) {
		return nil
	}
	return at
}

func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// fieldsOf returns what package shape has found.
func fieldsOf(found []shape.Finding) []Field {
	var fields []Field
	for _, f := range found {
		fields = append(fields, Field(f))
	}
	return fields
}

// String returns the field in one line.
func (f Field) String() string {
	path := f.Path
	if path == "" {
		path = "(the object)"
	}
	return fmt.Sprintf("%s (offset %d): %s", path, f.Offset, f.What)
}

// FlushReports waits until the function that OnReport has set has received what
// was reported before, or until ctx is done. Then it returns the error of ctx.
// The function itself must not call it. It is for the end of a program or of a
// test.
func FlushReports(ctx context.Context) error { return deliveries.Flush(ctx) }

func logReport(r Report) {
	var attrs []slog.Attr
	if r.Pool != "" {
		attrs = append(attrs, slog.String("pool", r.Pool))
	}
	if r.Op != "" {
		attrs = append(attrs, slog.String("op", r.Op))
	}
	attrs = append(attrs, slog.Int("count", r.Count))
	if r.Missed > 0 {
		attrs = append(attrs, slog.Int("missed", r.Missed))
	}
	stack := func(name string, at Stack) {
		if brief := at.brief(); brief != "" {
			attrs = append(attrs, slog.String(name, brief))
		}
	}
	stack("misused_at", r.MisusedAt)
	stack("got_at", r.GotAt)
	for _, at := range r.RetainedAt {
		stack("retained_at", retainedApart(at, r.GotAt))
	}
	stack("released_at", r.ReleasedAt)
	for _, s := range r.Suspects {
		attrs = append(attrs, slog.String("suspect", s.brief()))
	}
	for _, f := range r.Fields {
		attrs = append(attrs, slog.String("field", f.String()))
	}
	if r.Unchecked() {
		attrs = append(attrs, slog.Bool("checked", false))
	}
	attrs = append(attrs, slog.String("cure", cmp.Or(r.Cure, r.Kind.Cure())), slog.String("docs", r.Kind.Docs()))
	slog.LogAttrs(context.Background(), slog.LevelError, "rcpool: "+r.Kind.String(), attrs...)
}

// Reports returns the reports so far, the latest first: one for each kind, pool
// and set of stacks, with its count. At most 100 are kept.
func Reports() []Report { return reporting.list() }

// Reports returns those of the function [Reports] that are about p.
func (p *Pool[T]) Reports() []Report { return p.core.reports() }

func (p *pool) reports() []Report {
	if !p.settled.Load() {
		return nil
	}
	return slices.DeleteFunc(reporting.list(), func(r Report) bool { return r.ledger != p.ledger.ID() })
}

// ForgetReports empties the list that Reports returns and resets the counts.
func ForgetReports() { reporting.forget() }

const maxReports = 100

// reporting is where all reports of the process go.
var reporting reportLog

// deliveries are the reports that are on their way to the function of OnReport.
var deliveries = delivery.Queue{Most: 100}

// A reportLog counts reports by kind, pool and stacks, and passes them on.
type reportLog struct {
	receiver atomic.Pointer[func(Report)]

	mu     sync.Mutex
	seen   map[string]*Report
	number uint64                     // of the latest report
	all    map[string]map[Kind]uint64 // how many there were, by pool; never reset
}

// add counts r, and passes it on if its count is a power of ten. It does not wait
// for whom it is passed on to.
func (l *reportLog) add(r Report) {
	r.Time = time.Now()
	race.Apart(func() {
		if r = l.count(r); powerOfTen(r.Count) {
			receive := *l.receiver.Load()
			deliveries.Call(func(missed int) {
				r.Missed = missed
				receive(r)
			})
		}
	})
}

// count keeps r, with the number of its occurrences so far and what is known from
// them, and returns it.
func (l *reportLog) count(r Report) Report {
	key := fmt.Sprint(r.Kind, "\x00", r.Op, "\x00", r.ledger, "\x00", r.Pool, "\x00", r.MisusedAt.Site(), "\x00", r.GotAt.Site(), "\x00", r.ReleasedAt.Site())
	l.mu.Lock()
	defer l.mu.Unlock()
	if old := l.seen[key]; old != nil {
		r.Count, r.Lease = old.Count, max(old.Lease, r.Lease)
		if r.Suspects == nil {
			r.Suspects = old.Suspects
		}
	} else if len(l.seen) >= maxReports {
		l.dropOldest()
	}
	r.Count++
	l.number++
	r.Number = l.number
	l.total(r.Pool, r.Kind)
	if l.seen == nil {
		l.seen = map[string]*Report{}
	}
	l.seen[key] = &r
	return r
}

// total counts a report for as long as the process lives. The caller holds the
// lock.
func (l *reportLog) total(pool string, k Kind) {
	if l.all == nil {
		l.all = map[string]map[Kind]uint64{}
	}
	if l.all[pool] == nil && len(l.all) >= ledger.MaxNames {
		pool = ledger.Others
	}
	if l.all[pool] == nil {
		l.all[pool] = map[Kind]uint64{}
	}
	l.all[pool][k]++
}

// totals calls f with how many reports of a kind there were about a pool, for each
// kind and pool. f must not use the log.
func (l *reportLog) totals(f func(pool string, k Kind, n uint64)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for pool, kinds := range l.all {
		for kind, n := range kinds {
			f(pool, kind, n)
		}
	}
}

func (l *reportLog) dropOldest() {
	oldest := ""
	for key, r := range l.seen {
		if oldest == "" || r.Number < l.seen[oldest].Number {
			oldest = key
		}
	}
	delete(l.seen, oldest)
}

func (l *reportLog) list() []Report {
	l.mu.Lock()
	all := make([]Report, 0, len(l.seen))
	for _, r := range l.seen {
		all = append(all, *r)
	}
	l.mu.Unlock()
	slices.SortFunc(all, func(a, b Report) int { return cmp.Compare(b.Number, a.Number) })
	return all
}

func (l *reportLog) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seen = nil
}

func powerOfTen(n int) bool {
	for n >= 10 && n%10 == 0 {
		n /= 10
	}
	return n == 1
}
