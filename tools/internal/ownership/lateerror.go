package ownership

import (
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// This file is about errors that deferred calls change, as the error of a Close that is
// deferred. The function has chosen its other results before: whether it fails after that
// depends on what the deferred calls know, such as that all is closed already. An error that
// was made of another one is alike: it is nil if the function has not failed.

// noteLate notes a value that a deferred call puts into a variable.
func (x *explorer) noteLate(st *memory.State, addr, v term.Term) {
	if x.deferring > 0 && st.Local(addr) && x.Terms.Node(addr).Kind == term.Alloc {
		x.late[v] = true
	}
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

// carriedLate parts the result of a function that was carried out in the same way.
func (x *explorer) carriedLate(r result, s *site, fn *ssa.Function) []result {
	parts, ok := x.Terms.Listed(r.value)
	last := len(parts) - 1
	if !ok || last < 1 || !api.IsError(fn.Signature.Results().At(last).Type()) || !x.isLate(parts[last]) {
		return []result{r}
	}
	var owned []fate.ID
	for _, p := range parts[:last] {
		owned = append(owned, r.st.Reachable(p)...)
	}
	if len(owned) == 0 {
		return []result{r}
	}
	failure := r.st.Opaque(s.instr, 16)
	x.Terms.SetNonNil(failure)
	ill := result{r.st.Clone(), x.Terms.List(append(slices.Clone(parts[:last]), failure))}
	for _, id := range owned {
		ill.st.ToTopLive(id)
	}
	if x.Terms.NotNil(parts[last]) {
		return []result{ill}
	}
	return []result{ill, {r.st, x.Terms.List(append(slices.Clone(parts[:last]), x.Terms.Nil()))}}
}

// isLate reports whether an error was set by a deferred call, is in a variable that others
// have changed, or was made of another one.
func (x *explorer) isLate(err term.Term) bool {
	n := x.Terms.Node(err)
	return !x.Terms.IsNil(err) && (x.late[err] || n.Kind == term.Load && x.Terms.Node(n.A).Kind == term.Alloc || isMadeOfError(n))
}

// isMadeOfError reports whether a value is what unknown code made of an error, as one that adds
// what was tried: most such functions return nil if they are given nil.
func isMadeOfError(n term.Node) bool {
	call, ok := n.Tag.(*ssa.Call)
	return ok && n.Kind == term.Opaque && slices.ContainsFunc(call.Call.Args, func(a ssa.Value) bool {
		if list, isList := a.Type().Underlying().(*types.Slice); isList {
			return api.IsError(list.Elem())
		}
		return api.IsError(a.Type())
	})
}
