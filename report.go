package rcpool

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A Report is what a checked lease, or a misuse, has to say: what went wrong,
// and every place that is known. Of unchecked leases only the place of the
// misuse is known; see SetChecking.
type Report struct {
	Kind  Kind
	Pool  string    // the name of the pool
	Time  time.Time // of the latest occurrence
	Count int       // occurrences so far with the same kind, pool and places

	Acquired Stack   // where the object was leased
	Retained []Stack // where the references were taken that were never given up (Leak), or the one that was misused
	Released Stack   // where the misused reference was given up, or where the lease ended
	Misused  Stack   // where the misuse was noticed, in the goroutine that made it

	Fields []Field // which parts of the object (LateWrite, DirtyReset)
}

// A Field is a part of an object that is not as it should be.
type Field struct {
	Path   string  // such as .User.Tags[2]; empty for the whole object
	Offset uintptr // in bytes from the start of the object, or of the memory that Pool.Memory returns
	What   string  // what is wrong with it: never a value, for values may be secret
}

// String is the report as a text for people, in the manner of the race
// detector's.
func (r Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "==================\nWARNING: rcpool: %s (pool %s)\n%s.\n%s.\n", r.Kind, r.Pool, sentence(r.Kind.Cause()), sentence(r.Kind.Cure()))
	if r.Count > 1 {
		fmt.Fprintf(&b, "This has happened %d times.\n", r.Count)
	}
	for _, f := range r.Fields {
		fmt.Fprintf(&b, "\nField %s\n", f)
	}
	place := func(what string, at Stack) {
		if len(at) == 0 {
			return
		}
		fmt.Fprintf(&b, "\n%s:\n", what)
		for frame := range at.Frames {
			fmt.Fprintf(&b, "  %s()\n      %s:%d\n", frame.Function, frame.File, frame.Line)
		}
	}
	place("Misused", r.Misused)
	place("Acquired", r.Acquired)
	for _, at := range r.Retained {
		if r.Kind == Leak {
			place("Reference taken here was never given up", at)
		} else {
			place("Reference taken", at)
		}
	}
	place("Given up", r.Released)
	b.WriteString("==================\n")
	return b.String()
}

func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// String is the field in one line.
func (f Field) String() string {
	path := f.Path
	if path == "" {
		path = "(the object)"
	}
	return fmt.Sprintf("%s (offset %d): %s", path, f.Offset, f.What)
}

// OnReport sets the function that receives reports, in place of the one set
// before; nil sets the default, which logs a record at level Error through
// slog. It is called for the first occurrence of what happened at the same
// places, and for the 10th, the 100th and so on. It is called in the goroutine
// that noticed: for a misuse that is the one that is about to panic, for a leak
// or a late write mostly one of the runtime's, which waits for it, and for a
// late write to an object that New made one that releases another. No lock is held,
// so it may use pools; it must be safe for concurrent use.
func OnReport(f func(Report)) {
	if f == nil {
		f = logReport
	}
	onReport.Store(&f)
}

var onReport atomic.Pointer[func(Report)]

func init() { OnReport(nil) }

func logReport(r Report) {
	attrs := []slog.Attr{slog.String("pool", r.Pool), slog.Int("count", r.Count)}
	place := func(name string, at Stack) {
		if line := at.line(); line != "" {
			attrs = append(attrs, slog.String(name, line))
		}
	}
	place("misused", r.Misused)
	place("acquired", r.Acquired)
	for _, at := range r.Retained {
		place("taken", at)
	}
	place("released", r.Released)
	for _, f := range r.Fields {
		attrs = append(attrs, slog.String("field", f.String()))
	}
	attrs = append(attrs, slog.String("cause", r.Kind.Cause()), slog.String("cure", r.Kind.Cure()))
	slog.LogAttrs(context.Background(), slog.LevelError, "rcpool: "+r.Kind.String(), attrs...)
}

// Reports are the reports so far, the latest first: one for each kind, pool
// and places, with its count. At most 100 are kept.
func Reports() []Report { return reports.list() }

// ForgetReports empties the list that Reports returns, and starts the counts
// anew.
func ForgetReports() { reports.forget() }

const maxReports = 100

var reports reportBook

// A reportBook counts reports by kind, pool and places.
type reportBook struct {
	mu   sync.Mutex
	seen map[string]*Report
}

// file counts r, and passes it on if it is due.
func (b *reportBook) file(r Report) {
	r.Time = time.Now()
	key := fmt.Sprint(r.Kind, "\x00", r.Pool, "\x00", r.Misused.Site(), "\x00", r.Acquired.Site(), "\x00", r.Released.Site())
	b.mu.Lock()
	if old := b.seen[key]; old != nil {
		r.Count = old.Count
	} else if len(b.seen) >= maxReports {
		b.dropOldest()
	}
	r.Count++
	if b.seen == nil {
		b.seen = map[string]*Report{}
	}
	b.seen[key] = &r
	b.mu.Unlock()
	if powerOfTen(r.Count) {
		(*onReport.Load())(r)
	}
}

func (b *reportBook) dropOldest() {
	oldest := ""
	for key, r := range b.seen {
		if oldest == "" || r.Time.Before(b.seen[oldest].Time) {
			oldest = key
		}
	}
	delete(b.seen, oldest)
}

func (b *reportBook) list() []Report {
	b.mu.Lock()
	all := make([]Report, 0, len(b.seen))
	for _, r := range b.seen {
		all = append(all, *r)
	}
	b.mu.Unlock()
	slices.SortFunc(all, func(a, b Report) int { return b.Time.Compare(a.Time) })
	return all
}

func (b *reportBook) forget() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.seen = nil
}

func powerOfTen(n int) bool {
	for n >= 10 && n%10 == 0 {
		n /= 10
	}
	return n == 1
}
