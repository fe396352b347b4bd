package ownership

import (
	"maps"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/naming"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"

	"github.com/rcpool/rcpool/tools/internal/ownership/summary"

	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
)

// A summarizer makes the summary of a function of its exits.
type summarizer struct {
	*memory.Values
	top      *code.Function
	pkg      *code.Package
	table    *api.Table
	caller   *callerEffects
	isLate   func(err term.Term) bool                                   // whether a deferred call may have set an error
	releases func(st *memory.State, closure term.Term, id fate.ID) bool // whether a function literal releases an object when it is called
}

func (s *summarizer) summary(exits []exit) *summary.Summary {
	var outcomes []summary.Outcome
	for _, e := range exits {
		if !e.panicked {
			for _, o := range s.failed(e, s.outcome(e)) {
				for _, o := range s.failedLate(e, o) {
					outcomes = append(outcomes, s.decided(e, o)...)
				}
			}
		}
	}
	return summary.New(outcomes, s.elementEffects(exits), s.takes)
}

// takes reports whether a function has taken a parameter from its caller on all paths
// if it puts it into a lossy pool on some: that is what a function of such a name is
// for. On the other paths it drops the object, unless it counts references.
func (s *summarizer) takes(e summary.Effect) bool {
	family := s.table.ByName(e.Family)
	_, isParameter := e.Place.Parameter()
	return family != nil && family.Lossy && isParameter && e.Place.IsRoot() && naming.Releases(s.top.Name()) && !s.pkg.Counts(s.top.Function)
}

// decided parts an outcome whose only result is a condition on the caller's values, as that of
// a predicate: the caller knows them by the result, or the result by them.
func (s *summarizer) decided(e exit, o summary.Outcome) []summary.Outcome {
	if len(e.results) != 1 || o.Results[0].Kind != summary.Unknown || !api.IsBool(s.top.Signature.Results().At(0).Type()) {
		return []summary.Outcome{o}
	}
	var all []summary.Outcome
	for _, truth := range []bool{true, false} {
		cond, holds := e.results[0], truth
		if n := s.Terms.Node(cond); n.Kind == term.Not {
			cond, holds = n.A, !truth
		}
		c, ok := summary.ConditionOf(s.Terms, cond, holds)
		if !ok {
			return []summary.Outcome{o}
		}
		part := o
		part.When = append(slices.Clone(o.When), c)
		text, kind, _ := s.Terms.ExactOf(s.Terms.Bool(truth))
		part.Results = []summary.Value{{Kind: summary.Const, Const: text, Number: kind}}
		all = append(all, part)
	}
	return all
}

// failed parts an outcome that returns a zero reference beside an error which may be
// nil. If it is nil, the reference comes from somewhere unknown: the function would
// break its promise otherwise. So it would if it collects errors in a loop that has no turn:
// then nothing was asked of it.
func (s *summarizer) failed(e exit, o summary.Outcome) []summary.Outcome {
	n := len(e.results)
	if n < 2 || !api.IsError(s.top.Signature.Results().At(n-1).Type()) || s.Terms.NotNil(e.results[n-1]) {
		return []summary.Outcome{o}
	}
	failure := o.Results[n-1].Kind
	isUntried := failure == summary.Nil && code.IsNilBeforeLoop(e.by.Results[n-1])
	if failure != summary.Unknown && failure != summary.AtPlace && !isUntried {
		return []summary.Outcome{o}
	}
	well := o
	well.Results = slices.Clone(o.Results)
	for i, r := range well.Results {
		if r.Kind == summary.Zero && api.MayBeReference(s.top.Signature.Results().At(i).Type()) {
			well.Results[i] = summary.Value{}
		}
	}
	if slices.EqualFunc(well.Results, o.Results, func(a, b summary.Value) bool { return a.Kind == b.Kind }) {
		return []summary.Outcome{o}
	}
	if isUntried {
		return []summary.Outcome{well}
	}
	ill := o
	ill.Results = slices.Clone(o.Results)
	well.Results[n-1] = summary.Value{Kind: summary.Nil}
	if at := o.Results[n-1]; at.Kind == summary.AtPlace && !at.Place.ThroughElement() { // the caller decides whether it is nil
		isNil := summary.Condition{Place: at.Place, Is: "nil"}
		well.When = append(slices.Clone(o.When), isNil)
		isNil.Not = true
		ill.When = append(slices.Clone(o.When), isNil)
	} else {
		ill.Results[n-1] = summary.Value{Kind: summary.NotNil}
	}
	return []summary.Outcome{ill, well}
}

// elementEffects are what a function does to all that a caller's container
// holds. They do not depend on the path: a loop that had no turn did nothing,
// because there was nothing in the container.
func (s *summarizer) elementEffects(exits []exit) []summary.Effect {
	found := map[place.Place]summary.Effect{}
	for _, e := range exits {
		if e.panicked {
			continue
		}
		returned := referredTo(e)
		for _, id := range term.InOrder(e.st.Fates) {
			f, o := e.st.Fates[id], &s.Objects[id]
			isNone := f.Status == fate.Gone && f.How == fate.ToResult && !f.At.IsValid()
			if o.Place.IsNowhere() || !o.Place.IsElement() || o.Origin == fate.Acquired || isNone {
				continue
			}
			ef := summary.Effect{Place: o.Place, Kind: elementEffect(f, returned[id]), Drop: f.Dropped || s.isCleared(e.st, o.Place), Family: familyName(o)}
			switch had, ok := found[o.Place]; {
			case !ok || had == ef || had.Kind == summary.Uses: // what is done later counts
				found[o.Place] = ef
			case ef.Kind != summary.Uses:
				ef.Kind = summary.Maybe
				found[o.Place] = ef
			}
		}
	}
	for _, e := range s.caller.exposed {
		found[e.Place] = e
	}
	var all []summary.Effect
	for _, p := range slices.SortedFunc(maps.Keys(found), place.Compare) {
		all = append(all, found[p])
	}
	return all
}

// isCleared reports whether there is nothing any more at the place of an element.
func (s *summarizer) isCleared(st *memory.State, element place.Place) bool {
	for addr, v := range st.Cells {
		if s.Terms.Node(addr).Kind != term.Index || s.Terms.Node(v).Kind != term.Zero && !s.Terms.IsNil(v) {
			continue
		}
		if p, ok := place.Of(s.Terms, s.Terms.Load(addr)); ok && p == element {
			return true
		}
	}
	return false
}

// elementEffect is what a function does to all elements of a container if this has become of one.
func elementEffect(f *fate.Fate, returned bool) summary.EffectKind {
	switch {
	case f.Status == fate.Dead:
		return summary.Releases
	case f.Status == fate.Gone && f.Taken > 0: // it has a reference of its own
		return summary.Uses
	case f.Status == fate.Gone:
		return summary.Moves
	case f.Status == fate.Live && f.Count == 0 && len(f.Loans) == 0 && f.Taken == 0 && !returned:
		return summary.Uses
	}
	return summary.Maybe
}

// referredTo lists the objects that results are references to, or lists of references.
func referredTo(e exit) map[fate.ID]bool {
	all := map[fate.ID]bool{}
	for _, v := range e.results {
		e.st.Reach(v, func(r fate.Role, _ term.Term) {
			if r.As == fate.AsReference {
				all[r.Object] = true
			}
		})
	}
	return all
}

// failedLate parts an outcome with what the caller owns beside an error that a deferred call
// has set. Where that is not nil, nothing is known of the other results.
func (s *summarizer) failedLate(e exit, o summary.Outcome) []summary.Outcome {
	last := len(e.results) - 1
	if last < 1 || !api.IsError(s.top.Signature.Results().At(last).Type()) || !s.isLate(e.results[last]) {
		return []summary.Outcome{o}
	}
	ill := o
	ill.Results = slices.Clone(o.Results)
	ill.Results[last] = summary.Value{Kind: summary.NotNil}
	owns := false
	for i, r := range o.Results[:last] {
		if r.Has(summary.Value.Owns) {
			ill.Results[i], owns = summary.Value{}, true
		}
	}
	switch {
	case !owns:
		return []summary.Outcome{o}
	case o.Results[last].Kind == summary.NotNil:
		return []summary.Outcome{ill}
	}
	well := o
	well.Results = slices.Clone(o.Results)
	well.Results[last] = summary.Value{Kind: summary.Nil}
	return []summary.Outcome{ill, well}
}
