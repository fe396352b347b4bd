package ownership

import (
	"cmp"
	"go/token"
	"maps"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// This file finds objects that a callee releases before some of its errors, and the caller
// after all of them. An error does not tell whether the callee has released the object, so
// one path says nothing: the caller may look at the error, and release the object or not. If
// it releases the object on every path, it releases twice what the callee has released. So it
// is without an error if nobody else has a reference to the object, and the caller has not
// found out before what the callee will do.

// An untold release is what the paths of a function have in common: one place where an
// object is acquired, and a call that may release it.
type untold struct{ acquired, call token.Pos }

// untoldReleases follows the objects of a function that a callee may have released.
type untoldReleases struct {
	*memory.Values
	recorder *recorder
	leaks    *leaks
	again    map[untold][]mistake.Finding // their releases by this function
}

// begin notes that a callee has released an object on this path, and on another one has not:
// this function cannot tell.
func (u *untoldReleases) begin(st *memory.State, r fate.Role, call token.Pos) {
	f := st.Fate(r.Object)
	if r.As != fate.AsReference || u.Objects[r.Object].Origin != fate.Acquired || f.Status != fate.Live || f.Count != 1 ||
		f.Contained || len(f.Loans) > 0 || st.IsPart(r.Object) {
		return
	}
	f.Doubted = call
	st.SetFate(r.Object, f)
}

// alone lists the arguments of a call of which the callee may release one and not tell it, if nobody
// else has a reference to them, and the caller has decided nothing by what it gives to the callee, or
// by a variable that both know.
func (u *untoldReleases) alone(st *memory.State, s *site, sum *summary.Summary) (all []fate.ID) {
	if s.common.IsInvoke() || len(s.common.Args) != len(s.args) {
		return nil
	}
	known := func(t term.Term) bool { return u.Terms.Node(t).Kind == term.Global || slices.Contains(s.args, t) }
	for i, a := range s.args {
		r, ok := u.Roles[a]
		if !ok || r.As != fate.AsReference || !sum.ReleasesUntold(i) || !u.leaks.hasOnly(s.common.Args[i], s.instr) {
			continue
		}
		for fact := range st.Facts.All() {
			if u.Terms.Mentions(fact, known) {
				return nil
			}
		}
		all = append(all, r.Object)
	}
	return all
}

// released notes that this function releases an object that a callee may have released.
func (u *untoldReleases) released(st *memory.State, id fate.ID, pos token.Pos) {
	f := st.Fate(id)
	if !f.Doubted.IsValid() {
		return
	}
	found := mistake.Finding{Mistake: mistake.DoubleRelease{}, Pos: pos, Object: id, Other: f.Doubted, Then: mistake.CalleeReleases}
	if found, ok := u.recorder.located(st, found); ok {
		at := untold{u.Objects[id].Pos, f.Doubted}
		u.again[at] = append(u.again[at], found)
	}
	f.Doubted = token.NoPos
	st.SetFate(id, f)
}

// findAgain reports the releases of objects that this function releases on all paths.
func (u *untoldReleases) findAgain(exits []exit) {
	for _, e := range exits {
		for id, f := range e.st.Fates {
			if f.Doubted.IsValid() && !e.panicked {
				delete(u.again, untold{u.Objects[id].Pos, f.Doubted})
			}
		}
	}
	inOrder := func(a, b untold) int { return cmp.Or(cmp.Compare(a.acquired, b.acquired), cmp.Compare(a.call, b.call)) }
	for _, at := range slices.SortedFunc(maps.Keys(u.again), inOrder) {
		for _, f := range u.again[at] {
			u.recorder.findings.Add(f)
		}
	}
}
