package rcdebug

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"runtime"

	"github.com/rcpool/rcpool"
)

// newReports converts reports, which are sorted. Those that differ only in which
// of several pools with one name they are about become one.
func newReports(found []rcpool.Report) []Report {
	reports := make([]Report, 0, len(found))
	places := map[string]int{}
	for _, r := range found {
		id := idOf(r)
		if at, known := places[id]; known {
			reports[at].Count += r.Count
			continue
		}
		places[id] = len(reports)
		report := newReport(r)
		report.ID = id
		reports = append(reports, report)
	}
	return reports
}

// idOf returns a hash of what identifies a report in rcpool.
func idOf(r rcpool.Report) string {
	key := fnv.New64a()
	fmt.Fprintf(key, "%d\x00%s\x00%s\x00%s\x00%s\x00%s", r.Kind, r.Op, r.Pool, r.MisusedAt.Site(), r.GotAt.Site(), r.ReleasedAt.Site())
	return fmt.Sprintf("%016x", key.Sum64())
}

func newReport(r rcpool.Report) Report {
	report := Report{
		Kind: r.Kind.String(), Cause: r.Kind.Cause(), Cure: cmp.Or(r.Cure, r.Kind.Cure()), Docs: r.Kind.Docs(),
		Op: r.Op, Pool: r.Pool, Lease: r.Lease, Time: r.Time, Count: r.Count,
		Unchecked: r.Unchecked(),
		MisusedAt: frames(r.MisusedAt), GotAt: frames(r.GotAt), ReleasedAt: frames(r.ReleasedAt),
		RetainedAt: make([][]Frame, len(r.RetainedAt)),
		Fields:     make([]Field, len(r.Fields)),
		Suspects:   make([]Suspect, len(r.Suspects)),
		kind:       r.Kind,
	}
	for i, at := range r.RetainedAt {
		report.RetainedAt[i] = frames(at)
	}
	for i, f := range r.Fields {
		report.Fields[i] = Field{Path: f.Path, Offset: uint64(f.Offset), What: f.What}
	}
	for i, s := range r.Suspects {
		report.Suspects[i] = newSuspect(s)
	}
	return report
}

func newSuspect(s rcpool.Suspect) Suspect {
	suspect := Suspect{Goroutines: s.Goroutines, State: s.State, Calls: []Frame{}}
	for _, call := range s.Calls {
		f := newFrame(call)
		suspect.Calls = append(suspect.Calls, f)
		if f.String() == s.Site() {
			suspect.Site = f
		}
	}
	if s.CreatedBy.Function != "" {
		by := newFrame(s.CreatedBy)
		suspect.CreatedBy = &by
	}
	return suspect
}

func newFrame(call runtime.Frame) Frame { return Frame{call.Function, call.File, call.Line} }

// String returns the call as rcpool writes it.
func (f Frame) String() string { return fmt.Sprintf("%s %s:%d", f.Function, f.File, f.Line) }

func frames(at rcpool.Stack) []Frame {
	calls := []Frame{}
	for call := range at.Frames {
		calls = append(calls, newFrame(call))
	}
	return calls
}
