package memory

import (
	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// IsZeroRef reports whether a reference is known to be zero.
func (st *State) IsZeroRef(v term.Term) bool {
	if st.Terms.Node(v).Kind == term.Zero {
		return true
	}
	zero, known := st.Facts.Said(st.Zeroness(v))
	return known && zero
}

// Asked returns the result of IsZero.
func (st *State) Asked(v term.Term) term.Term {
	if st.IsZeroRef(v) {
		return st.Terms.Bool(true)
	}
	if r, ok := st.Roles[v]; ok && st.Objects[r.Object].Origin == fate.Acquired && st.Fate(r.Object).Status != fate.Top {
		return st.Terms.Bool(false)
	}
	return st.Zeroness(v)
}

// Turn numbers the executions of an instruction on a path.
func (st *State) Turn(instr ssa.Instruction) term.At {
	return term.At{Call: int32(st.Calls[instr.Parent()]), Visit: int32(st.Visits.At(instr.Block()))}
}

// Opaque returns something unknown that an instruction makes; sub tells apart several
// of them.
func (st *State) Opaque(instr ssa.Instruction, sub int) term.Term {
	return st.Terms.Make(term.Node{Kind: term.Opaque, Tag: instr, At: st.Turn(instr), N: sub})
}

// Overwritten returns the unknown value that an instruction has left at an address: another
// one each time.
func (st *State) Overwritten(addr term.Term, by ssa.Instruction) term.Term {
	at := st.Turn(by)
	at.Tick = st.Tick
	return st.Terms.Make(term.Node{Kind: term.Opaque, Tag: Changed{by}, At: at, A: addr, N: st.Epoch})
}

// OpaqueAs returns an unknown value with a role. The role is part of the term,
// because the role of a term is the same on all paths.
func (st *State) OpaqueAs(instr ssa.Instruction, sub int, r fate.Role) term.Term {
	return st.Tie(instr, st.Turn(instr), sub, r)
}

// Fresh returns the address of new memory, or a new slice, map or channel.
func (st *State) Fresh(instr ssa.Instruction, sub int) term.Term {
	return st.Terms.Make(term.Node{Kind: term.Alloc, Tag: instr, At: st.Turn(instr), N: sub})
}

// Value returns the term of v at this point of the path.
func (st *State) Value(v ssa.Value) term.Term {
	if t, ok := st.Env.Get(v); ok {
		return t
	}
	switch v := v.(type) {
	case *ssa.Const:
		return st.Terms.Constant(v)
	case *ssa.Global:
		return st.Terms.Make(term.Node{Kind: term.Global, Tag: v})
	case *ssa.Function:
		return st.Terms.Make(term.Node{Kind: term.Func, Tag: v})
	case *ssa.Builtin:
		return st.Terms.Make(term.Node{Kind: term.Func, Tag: v})
	case *ssa.FreeVar:
		return st.Terms.Make(term.Node{Kind: term.Free, Tag: v})
	}
	return st.Terms.Make(term.Node{Kind: term.Opaque, Tag: v})
}

// Evaluated returns what the last evaluation of a load or a call on this path gave, if there was one.
func (st *State) Evaluated(n term.Node) (term.Term, bool) {
	evaluation, ok := st.Evaluations.Made(n)
	if !ok {
		return 0, false
	}
	return st.Latest.Get(evaluation)
}

// Callee is the value that is called: a function, a closure, or the receiver
// of an interface's method.
func (st *State) Callee(c *ssa.CallCommon) term.Term { return st.Value(c.Value) }

// WithoutRefs returns a copy in which nothing is known of the references that a call is
// given: it owns them, also if it panics.
func (st *State) WithoutRefs(c *ssa.CallCommon) *State {
	after := st.Clone()
	for _, a := range c.Args {
		if api.IsRef(a.Type()) {
			after.Lose(after.Value(a))
		}
	}
	return after
}

// Extract returns one of the values of a tuple.
func (st *State) Extract(tuple term.Term, i *ssa.Extract) term.Term {
	parts, ok := st.Terms.Listed(tuple)
	switch {
	case !ok:
		return st.Terms.Make(term.Node{Kind: term.Part, A: tuple, N: i.Index, Tag: "tuple"})
	case i.Index >= len(parts):
		return st.Opaque(i, 0)
	}
	return parts[i.Index]
}

// StoredRef returns a Ref that was found in memory, so somebody else owns it.
func (st *State) StoredRef(i ssa.Instruction) term.Term {
	v := st.Opaque(i, 0)
	id := st.Object(Key{Found: v}, fate.Object{Origin: fate.Stored, Pos: i.Pos(), What: "the reference"})
	st.Roles[v] = fate.Reference(id)
	st.SetFate(id, fate.Fate{Status: fate.Live})
	return v
}

// Acquire makes an object that this function owns.
func (st *State) Acquire(i ssa.Instruction, sub int, o fate.Object) term.Term {
	return st.AcquireAt(i, st.Turn(i), sub, o)
}

// AcquireAt makes an object that this function owns since an evaluation of i.
func (st *State) AcquireAt(i ssa.Instruction, at term.At, sub int, o fate.Object) term.Term {
	id := st.Object(Key{By: i, At: at, Sub: sub, pool: o.Pool, lease: o.Lease}, o)
	st.SetFate(id, fate.Fate{Status: fate.Live, Count: 1})
	return st.Tie(i, at, sub, fate.Reference(id))
}
