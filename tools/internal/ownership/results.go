package ownership

import (
	"go/token"
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// ownedIf parts the path where the last result reports whether the others are
// owned: an error that is nil, a bool that is true.
func ownedIf(st *memory.State, s *site, last types.Type, parts func(st *memory.State, ok bool) []term.Term) []result {
	if !api.IsBool(last) && !api.IsFailure(last) {
		return one(st, st.Terms.List(parts(st, true)))
	}
	failed := st.Clone()
	well := parts(st, true)
	ill := parts(failed, false)
	switch last.Underlying().(type) {
	case *types.Interface, *types.Pointer:
		well[len(well)-1] = st.Terms.Nil()
		failure := failed.Opaque(s.instr, 15)
		st.Terms.SetNonNil(failure)
		ill[len(ill)-1] = failure
	default:
		if api.IsBool(last) {
			well[len(well)-1], ill[len(ill)-1] = st.Terms.Bool(true), st.Terms.Bool(false)
			break
		}
		success := st.Terms.ZeroOf(last)
		well[len(well)-1] = success
		failure := failed.Opaque(s.instr, 15)
		failed.Assume(st.Terms.Binary(token.EQL, failure, success), false)
		ill[len(ill)-1] = failure
	}
	return []result{{st, st.Terms.List(well)}, {failed, st.Terms.List(ill)}}
}

// hasOtherError reports whether a function returns an error that is not its last result, as
// the next function of iter.Pull2 may: the last result does not tell alone whether there is
// a reference.
func hasOtherError(results *types.Tuple) bool {
	for k := range results.Len() - 1 {
		if api.IsError(results.At(k).Type()) {
			return true
		}
	}
	return false
}

// pureType reports whether conditions are made of values of the type. Two calls of
// the same method that return such a type are assumed to return the same value.
func pureType(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Interface:
		return api.IsError(u) || api.IsError(t)
	}
	return false
}

// mayShare handles a call that returns a counted object: it may have been made of the memory
// of a counted argument, as a slice of a buffer is, and keep that alive.
func mayShare(st *memory.State, s *site, table *api.Table) {
	for v := range s.common.Signature().Results().Variables() {
		if !table.Releasable(v.Type()) {
			continue
		}
		for _, a := range s.args {
			if st.Counts(a) {
				st.WasShared(st.Roles[a].Object)
			}
		}
		return
	}
}
