package mistake

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/source"
)

// A Reporter reports the mistakes of a package.
type Reporter struct {
	source.Source
	Ignored  func(places ...token.Pos) bool // whether a report at one of the places is not wanted
	Disabled []string                       // what is not reported: categories, or "category:API"

	reported map[key]bool
}

// NewReporter returns a reporter of what is in a package.
func NewReporter(s source.Source, ignored func(places ...token.Pos) bool) *Reporter {
	return &Reporter{Source: s, Ignored: ignored, reported: map[key]bool{}}
}

// Function reports the findings of one function, once each. It asks fixes for what
// cures one.
func (r *Reporter) Function(values *memory.Values, all Findings, fixes func(*Finding) []analysis.SuggestedFix) {
	for _, f := range all.Sorted() {
		k := key{f.Category(), f.Pos}
		o := &values.Objects[f.Object]
		if r.reported[k] || r.Ignored(f.Pos, f.Other) || o.Family != nil && slices.Contains(r.Disabled, f.Category()+":"+o.Family.Name) {
			continue
		}
		r.reported[k] = true
		d := r.diagnostic(f, o)
		d.SuggestedFixes = fixes(f)
		r.reported[key{d.Category, d.Pos}] = true
		r.Pass.Report(d)
	}
}

// Report reports a mistake that is not about a path, unless a path has shown it.
func (r *Reporter) Report(pos, end token.Pos, m Mistake) {
	if !r.Ignored(pos) && !r.reported[key{m.Category(), pos}] {
		r.Pass.Report(Diagnostic(pos, end, m))
	}
}

// A Place is a part of the way to a mistake.
type Place struct {
	Pos  token.Pos
	Text string // of what happens there
}

// ReportAt reports a mistake with the places that make it one, unless a walk has
// reported it.
func (r *Reporter) ReportAt(pos token.Pos, m Mistake, way ...Place) {
	k := key{m.Category(), pos}
	if r.reported[k] {
		return
	}
	r.reported[k] = true
	places := []token.Pos{pos}
	start, end := r.Extent(pos)
	d := Diagnostic(start, end, m)
	for _, p := range way {
		if p.Pos == token.NoPos { // code that the compiler has added
			continue
		}
		places = append(places, p.Pos)
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: p.Pos, Message: p.Text})
	}
	if !r.Ignored(places...) {
		r.Pass.Report(d)
	}
}

// HasReported reports whether a mistake of the same category was reported at a position.
func (r *Reporter) HasReported(pos token.Pos, m Mistake) bool {
	return r.reported[key{m.Category(), pos}]
}

// HasReportedIn reports whether a mistake was reported between two positions.
func (r *Reporter) HasReportedIn(from, to token.Pos) bool {
	for k := range r.reported {
		if from <= k.pos && k.pos < to {
			return true
		}
	}
	return false
}

// Diagnostic returns a mistake that is not about a path as go vet reports it.
func Diagnostic(pos, end token.Pos, m Mistake) analysis.Diagnostic {
	return diagnostic(pos, end, m, words{})
}

func diagnostic(pos, end token.Pos, m Mistake, w words) analysis.Diagnostic {
	return analysis.Diagnostic{
		Pos: pos, End: end, Category: m.Category(), URL: Documentation + "#" + m.Category(), Message: m.Category() + ": " + m.text(w),
	}
}

// diagnostic returns a finding as go vet reports it: the message, and the way to the
// mistake.
func (r *Reporter) diagnostic(f *Finding, o *fate.Object) analysis.Diagnostic {
	pos, end := r.Extent(f.Pos)
	d := diagnostic(pos, end, f.Mistake, words{r.nameOf(o), r.when(f, o), r.other(f)})
	if o.Pos != token.NoPos && o.Pos != f.Pos && o.Pos != f.Other && f.Object != 0 && o.Origin != fate.Stored {
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: o.Pos, Message: string(Acquired)})
	}
	for _, s := range r.decisions(f, o) {
		message := "this branch is taken"
		if condition, _ := r.Condition(s.Pos, s.Yes); condition != "" {
			message = "when " + condition
		}
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: s.Pos, Message: message})
	}
	if f.Part != token.NoPos && f.Part != f.Pos {
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: f.Part, Message: string(PutInto)})
	}
	if f.Other != token.NoPos && f.Other != f.Pos {
		message := string(f.Then)
		if f.Then == Acquired && f.Other != o.Pos {
			message = "the other reference is acquired here"
		}
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: f.Other, Message: message})
	}
	return d
}

// nameOf returns the variable that an object was first assigned to, or what it is. One
// that was found in memory has the position of a call that it was an argument of.
func (r *Reporter) nameOf(o *fate.Object) string {
	if o.What != "the reference" && o.What != "the object" || o.Origin == fate.Stored {
		return o.What
	}
	if name := r.AssignedAt(o.Pos); name != "" {
		return name
	}
	return o.What
}

// maxDecisions bounds the branches that a report mentions.
const maxDecisions = 3

// decisions returns the last branches between the acquisition and the mistake.
func (r *Reporter) decisions(f *Finding, o *fate.Object) []*memory.Step {
	var all []*memory.Step
	for s := f.Trail; s != nil && len(all) < maxDecisions; s = s.Before {
		if s.Pos == token.NoPos || f.Object != 0 && o.Origin != fate.Stored && s.Pos < o.Pos || r.File(s.Pos) == nil || s.Pos > f.Pos && s.Pos > f.Other {
			continue
		}
		all = append(all, s)
	}
	slices.Reverse(all)
	return all
}

// when returns the conditions under which the path is taken, as in
// " when err != nil (line 3)".
func (r *Reporter) when(f *Finding, o *fate.Object) string {
	var text strings.Builder
	for _, s := range r.decisions(f, o) {
		condition, line := r.Condition(s.Pos, s.Yes)
		if condition == "" {
			continue
		}
		if text.Len() == 0 {
			text.WriteString(" when ")
		} else {
			text.WriteString(" and ")
		}
		fmt.Fprintf(&text, "%s (line %d)", condition, line)
	}
	return text.String()
}

// other returns what happened at the other place of a finding, with its line:
// "released here" becomes "released at line 4".
func (r *Reporter) other(f *Finding) string {
	if f.Other == token.NoPos {
		return ""
	}
	return strings.Replace(string(f.Then), " here", fmt.Sprintf(" at line %d", r.Pass.Fset.Position(f.Other).Line), 1)
}
