package ownership

import (
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

func isFunction(t types.Type) bool {
	_, is := t.Underlying().(*types.Signature)
	return is
}

func isBytes(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}

func isBytesList(t types.Type) bool {
	list, ok := t.Underlying().(*types.Slice)
	return ok && isBytes(list.Elem())
}

// isSlice reports whether a place is a parameter that is a slice. If that is pooled by
// itself, a part of it may be put back in its place.
func isSlice(fn *types.Func, p place.Place) bool {
	i, isParameter := p.Parameter()
	if !isParameter || !p.IsRoot() {
		return false
	}
	t := argumentType(fn, i)
	if t == nil {
		return false
	}
	_, is := t.Underlying().(*types.Slice)
	return is
}

// isList reports whether a variable is a list.
func isList(variable any) bool {
	var t types.Type
	switch v := variable.(type) {
	case *types.Var:
		t = v.Type()
	case *ssa.Global:
		t = api.Deref(v.Type())
	}
	_, ok := t.Underlying().(*types.Slice)
	return ok
}

// deep reports whether elements of a slice can be references.
func deep(slice types.Type) bool {
	if u, ok := slice.Underlying().(*types.Slice); ok {
		_, basic := u.Elem().Underlying().(*types.Basic)
		return !basic
	}
	return false
}

// isCleanupList reports whether all that is known of a list are functions that release
// something.
func isCleanupList(st *memory.State, list term.Term) bool {
	roles := st.Containers[list]
	return len(roles) > 0 && !slices.ContainsFunc(roles, func(r fate.Role) bool { return r.As != fate.AsCleanup })
}

// isInCleanupList reports whether all that a function leads to is in lists of functions
// that release it.
func isInCleanupList(st *memory.State, fn term.Term) bool {
	ids := st.Reachable(fn)
	for _, id := range ids {
		listed := false
		for _, roles := range st.Containers {
			listed = listed || slices.Contains(roles, fate.Cleanup(id))
		}
		if !listed {
			return false
		}
	}
	return len(ids) > 0
}

func argumentType(fn *types.Func, i int) types.Type {
	if recv := fn.Signature().Recv(); recv != nil {
		if i == 0 {
			return recv.Type()
		}
		i--
	}
	if i >= fn.Signature().Params().Len() {
		return nil
	}
	return fn.Signature().Params().At(i).Type()
}

// synchronizes reports whether a function is one of sync or sync/atomic, which keep
// nothing of the field that they are given.
func synchronizes(fn *types.Func) bool {
	return fn.Pkg() != nil && (fn.Pkg().Path() == "sync" || fn.Pkg().Path() == "sync/atomic")
}
