package ownership

import (
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// This file is about errors that deferred calls change, as the error of a Close that is
// deferred. The function has chosen its other results before: whether it fails after that
// depends on what the deferred calls know, such as that all is closed already. An error that
// was made of another one is alike: it is nil if the function has not failed.

// lateErrors are the errors that deferred calls have set, or may have.
type lateErrors struct {
	*memory.Values
	where *position
	late  map[term.Term]bool // values that deferred calls have put into variables
}

// noteLate notes a value that a deferred call puts into a variable.
func (l *lateErrors) noteLate(st *memory.State, addr, v term.Term) {
	if l.where.deferring > 0 && st.Local(addr) && l.Terms.Node(addr).Kind == term.Alloc {
		l.late[v] = true
	}
}

// carriedLate parts the result of a function that was carried out as summarizer.failedLate does.
func (l *lateErrors) carriedLate(r result, s *site, fn *ssa.Function) []result {
	parts, ok := l.Terms.Listed(r.value)
	last := len(parts) - 1
	if !ok || last < 1 || !api.IsError(fn.Signature.Results().At(last).Type()) || !l.isLate(parts[last]) {
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
	l.Terms.SetNonNil(failure)
	ill := result{r.st.Clone(), l.Terms.List(append(slices.Clone(parts[:last]), failure))}
	for _, id := range owned {
		ill.st.ToTopLive(id)
	}
	if l.Terms.NotNil(parts[last]) {
		return []result{ill}
	}
	return []result{ill, {r.st, l.Terms.List(append(slices.Clone(parts[:last]), l.Terms.Nil()))}}
}

// isLate reports whether an error was set by a deferred call, is in a variable that others
// have changed, or was made of another one.
func (l *lateErrors) isLate(err term.Term) bool {
	n := l.Terms.Node(err)
	return !l.Terms.IsNil(err) && (l.late[err] || n.Kind == term.Load && l.Terms.Node(n.A).Kind == term.Alloc || isMadeOfError(n))
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
