package ownership

import (
	"go/token"
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/fix"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/analysis"
)

// A recorder records what is wrong on the paths of a function.
type recorder struct {
	values     *memory.Values
	where      *position
	code       *code.Package
	findings   mistake.Findings
	later      mistake.Findings   // leaks that may be the mistake of the struct that has the object: see findLater
	quiet      int                // nothing is recorded
	alwaysLost map[token.Pos]bool // acquisitions that no path releases or hands on
	byHand     map[token.Pos]bool // acquisitions whose references are counted in variables
}

func newRecorder(values *memory.Values, where *position, c *code.Package) *recorder {
	return &recorder{values: values, where: where, code: c, findings: mistake.Findings{}, later: mistake.Findings{}, byHand: map[token.Pos]bool{}}
}

// find notes a mistake on a path.
func (r *recorder) find(st *memory.State, f mistake.Finding) {
	if f, ok := r.located(st, f); ok {
		r.findings.Add(f)
	}
}

// findLater notes a leak of what a call has made with other objects, which the path has
// released: the function has closed the struct, and the struct may forget the object.
func (r *recorder) findLater(st *memory.State, f mistake.Finding) {
	if f, ok := r.located(st, f); ok {
		r.later.Add(f)
	}
}

// located returns a finding with its path, and the place where it is reported. It returns
// false if there is nothing to report here.
func (r *recorder) located(st *memory.State, f mistake.Finding) (mistake.Finding, bool) {
	if r.quiet > 0 || f.Pos == token.NoPos || r.hasExclusiveFlags(st) {
		return f, false
	}
	f.Trail = st.Trail
	f.Pos, f.Other = r.where.calledAt(f.Object, f.Pos), r.where.calledAt(f.Object, f.Other)
	if n := len(r.where.sites); n > 0 {
		s := r.where.sites[n-1]
		_, isUse := f.Mistake.(mistake.UseAfterRelease)
		_, isRelease := f.Mistake.(mistake.DoubleRelease)
		switch {
		case isUse && len(r.where.deferPos) > 0:
			f.Pos = r.where.placed(f.Object, r.where.deferPos[len(r.where.deferPos)-1]) // a deferred call reads when the function returns
		case st.Calls[r.where.current.Parent()] > 1 && (isUse || isRelease) && s.pos.IsValid():
			f.Pos = s.pos // the function literal is called once more
		}
	}
	return f, true
}

// hasExclusiveFlags reports whether a path cannot be taken: two flags of one struct are
// set on it, and no struct has both of them set.
func (r *recorder) hasExclusiveFlags(st *memory.State) bool {
	type flag struct {
		of    term.Term
		field *types.Var
	}
	var set []flag
	for t, truth := range st.Facts.All() {
		n := r.values.Terms.Node(t)
		if !truth || n.Kind != term.Load {
			continue
		}
		field := r.values.Fields[n.A]
		if field == nil {
			continue
		}
		f := flag{r.values.Terms.Node(n.A).A, field}
		for _, other := range set {
			if other.of == f.of && r.code.AreExclusive(other.field, f.field) {
				return true
			}
		}
		set = append(set, f)
	}
	return false
}

// keepCertain drops what other paths, which were not walked, may explain: a release or a use of what
// the same path has released is wrong whatever they do.
func (r *recorder) keepCertain() {
	clear(r.later)
	for k, f := range r.findings {
		switch f.Mistake.(type) {
		case mistake.UseAfterRelease, mistake.DoubleRelease:
		default:
			delete(r.findings, k)
		}
	}
}

// report reports what was found.
func (r *recorder) report(to *mistake.Reporter) { r.reportAll(to, r.findings) }

// reportLater reports the leaks that were put off, but for those of which isTold says that the
// struct was reported.
func (r *recorder) reportLater(to *mistake.Reporter, isTold func(call token.Pos) bool) {
	for k, f := range r.later {
		if isTold(f.Pos) {
			delete(r.later, k)
		}
	}
	r.reportAll(to, r.later)
}

func (r *recorder) reportAll(to *mistake.Reporter, findings mistake.Findings) {
	for k, f := range findings {
		if _, isLeak := f.Mistake.(mistake.Leak); isLeak && r.byHand[r.values.Objects[f.Object].Pos] { // where no goroutine is started, the count may be zero
			delete(findings, k)
		}
	}
	fixer := fix.Fixer{Source: to.Source}
	to.Function(r.values, findings, func(f *mistake.Finding) []analysis.SuggestedFix {
		o := &r.values.Objects[f.Object]
		return fixer.For(f, o, r.alwaysLost[o.Pos])
	})
}

// quietly does something of which nothing is recorded.
func (r *recorder) quietly(f func()) {
	r.quiet++
	f()
	r.quiet--
}

// findCalled notes the release of an object after a function went to another place that releases it,
// too, when it is called.
func (r *recorder) findCalled(st *memory.State, id fate.ID, stored, released token.Pos) {
	r.find(st, mistake.Finding{Mistake: mistake.DoubleRelease{HandedOver: true}, Pos: released, Object: id, Other: stored, Then: mistake.CalledLater})
}

// releasedText says how an object was given up.
func (r *recorder) releasedText(id fate.ID) mistake.Then {
	if o := &r.values.Objects[id]; o.Family != nil && !o.Family.Counted {
		return mistake.PutBackThere
	}
	return mistake.ReleasedThere
}
