package ownership

import (
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
)

// This file is about objects whose references a program counts itself, such as those of a
// sync.Pool with an atomic counter. Once there are several references, the pool does not know
// when the last one is given up, so the object is not followed any more; nor is one with
// methods for counting whose counter is changed past them.

// countByHand notes a call that makes several references to an object, by its name or by
// what it does with a counter.
func (a *accounts) countByHand(st *memory.State, s *site, fn *types.Func) {
	if fn == nil || len(s.args) == 0 {
		return
	}
	r, ok := a.Roles[s.args[0]] // of the counter, too
	if !ok {
		return
	}
	if !a.Objects[r.Object].Lossy() {
		if a.pkg.ChangesCount(s.common) {
			st.ToTopLive(r.Object)
		}
		return
	}
	isMethod := fn.Signature().Recv() != nil
	if a.pkg.Raises(s.common) || isMethod && (raisesByName[fn.Name()] || a.pkg.RaisesOwn(fn)) {
		st.ToTopLive(r.Object)
	}
}

var raisesByName = map[string]bool{"Ref": true, "AddRef": true, "IncRef": true, "IncrRef": true, "Retain": true, "IncrementReferenceCount": true}
