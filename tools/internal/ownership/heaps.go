package ownership

import (
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// This file is about heaps of package container/heap. What its functions do is unknown, for they
// call methods of the heap; but one of them surely keeps what it is given, and the others may take
// it out again.

// A pushed reference is one that a call gives to a heap.
type pushed struct {
	id  fate.ID
	was fate.Fate // before the call
}

// pushedBy returns the Refs that a call gives to a heap which others than this function have. A
// heap in a variable may be gone when the function returns.
func (u *unknownCalls) pushedBy(st *memory.State, s *site, object *types.Func) (all []pushed) {
	if object == nil || object.Pkg() == nil || object.Pkg().Path() != "container/heap" || len(s.args) == 0 {
		return nil
	}
	if object.Name() != "Push" {
		mayTakeOut(st, s.args[0])
		return nil
	}
	heap := s.args[0]
	if u.Terms.Node(u.Terms.Root(heap)).Kind == term.Alloc || u.pkg.KeepsWeakly(u.VariableAt(heap)) || retainsPushed(u.pkg) {
		return nil
	}
	for _, r := range behind(st, s.args[1]) {
		if r.As == fate.AsReference && u.IsTyped(r.Object) {
			all = append(all, pushed{r.Object, st.Fate(r.Object)})
		}
	}
	return all
}

// keepPushed moves references to the heap that a call has given them to.
func (u *unknownCalls) keepPushed(st *memory.State, s *site, all []pushed) {
	for _, p := range all {
		st.SetFate(p.id, p.was)
		u.accounts.move(st, p.id, fate.ToContainer, s.pos, s.args[0])
	}
}

// retainsPushed reports whether a heap of this package may have references of its own to what is
// pushed.
func retainsPushed(pkg *code.Package) bool {
	for _, fn := range pkg.MethodsNamed("Push") {
		for instr := range code.Instructions(fn) {
			call, ok := instr.(*ssa.Call)
			if ok && (code.IsMethodOfRef(&call.Call, "Retain", "TryRetain") || code.IsMethodOfByteRef(&call.Call, "Retain")) {
				return true
			}
		}
	}
	return false
}
