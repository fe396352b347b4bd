package ownership

import (
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// others knows what other code may have done to what this function has put somewhere: unknown
// code that was called, goroutines that were waited for, and functions that held a mutex. What
// it may have taken out is not followed any more, and what it may have cleared borrows nothing.
// It asks which variables the package takes something out of, and which it clears.
type others struct {
	*memory.Values
	where   *position
	caller  *callerEffects
	keepers *keepers
	pkg     *code.Package
}

// during notes what others may do during a call: the callee may wait for goroutines, or for a
// mutex that somebody has.
func (o *others) during(st *memory.State, s *site, fn *ssa.Function, object *types.Func) {
	if o.pkg.Waits(fn, object) {
		o.join(st, true)
	}
	if code.Locks(object) {
		o.mayBeCleared(st)
	}
	for _, a := range s.common.Args { // the callee may wait for goroutines that send on the channel
		if ch, ok := a.Type().Underlying().(*types.Chan); ok && ch.Dir() != types.SendOnly {
			o.join(st, true)
		}
	}
}

// forget forgets what others may have changed, and taken out, where unknown code runs.
// What the function has put there before may be anywhere by then.
func (o *others) forget(st *memory.State, s *site) {
	o.keepers.called(st, s, false)
	o.caller.noteFound(st)
	st.Forget()
	o.mayBeRemoved(st, s.common)
}

// join ends the loans of goroutines that this function has waited for. In a
// loop, each receive ends one of those that a loop started.
func (o *others) join(st *memory.State, loop bool) {
	o.keepers.waited(st)
	st.Effects = slices.DeleteFunc(slices.Clone(st.Effects), func(e summary.Effect) bool {
		return e.Kind == summary.Lends && e.How.IsAsync()
	})
	o.mayBeRemoved(st, nil)
	o.mayBeCleared(st)
	for id, f := range st.Fates {
		if f.Status == fate.Gone && (f.How == fate.ToChannel || f.How == fate.ToGoroutine) && o.Objects[id].Family != nil {
			st.ToTop(id) // it may be back
			continue
		}
		sent := false
		st.EndLoans(id, func(l fate.Loan) bool {
			over := l.How.IsAsync() && (loop || !l.Loop)
			sent = sent || over && l.How == fate.ToChannel
			return over
		})
		if sent && o.Objects[id].Lossy() { // by a callee, and perhaps for good
			g := st.Fate(id)
			g.Passed = true
			st.SetFate(id, g)
		}
	}
}

// mayBeRemoved handles what this function put into maps, where other code may have run.
// If another function of the package deletes from such a map, the object may be out of
// it again, and this function its only owner. Of a function that a variable of the package
// always holds, what it does is known.
func (o *others) mayBeRemoved(st *memory.State, call *ssa.CallCommon) {
	for id, f := range st.Fates {
		if f.Status != fate.Gone || f.How != fate.ToContainer {
			continue
		}
		if variable := o.VariableAt(o.Terms.Node(f.To).A); variable != nil && o.pkg.RemovesElsewhere(variable, o.where.top.Function) && !o.pkg.LeavesIn(call, variable) {
			st.ToTop(id)
		}
	}
}

// mayBeCleared ends the loans to fields that another function of the package clears, where
// this one waits for others or takes a mutex: it may have waited for that.
func (o *others) mayBeCleared(st *memory.State) {
	for id := range st.Fates {
		st.EndLoans(id, func(l fate.Loan) bool {
			field := o.Fields[l.Addr]
			return l.How == fate.ToField && field != nil && o.pkg.AssignsElsewhere(field, o.where.top.Function)
		})
		f := st.Fate(id)
		if field := o.Fields[f.To]; f.Status == fate.Gone && f.How == fate.ToField && o.Objects[id].Lossy() && field != nil && o.pkg.AssignsElsewhere(field, o.where.top.Function) {
			st.ToTop(id) // it may be back
		}
	}
}

// mayTakeOut handles a container that something may be taken out of: this function
// may have it again.
func mayTakeOut(st *memory.State, container term.Term) {
	for id, f := range st.Fates {
		if f.Status == fate.Gone && f.How == fate.ToContainer && f.To == container {
			st.ToTop(id)
		}
	}
}
