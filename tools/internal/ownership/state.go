package ownership

import (
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/term"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"

	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
)

// A state is what the explorer knows at one point of one path.
type state struct {
	*values
	env       map[ssa.Value]term.Term
	mem       map[term.Term]term.Term // what was stored at an address on this path
	fates     map[fate.ID]*fate.Fate
	contents  map[term.Term][]fate.Role // of local slices, maps and channels
	facts     term.Facts
	latest    map[term.Node]term.Term // the last evaluation of a load or a call, by its structure
	escaped   map[term.Term]bool      // allocations that others may know
	marks     map[mark]int
	turns     map[*ssa.BasicBlock]int
	visits    map[*ssa.BasicBlock]int // turns, of all loops around
	calls     map[*ssa.Function]int   // of inlined closures
	defers    []*deferred
	effects   []summary.Effect // on places of the caller, that are not fates of objects
	trail     *step
	epoch     int   // of memory that others may know; each unknown call begins a new one
	tick      int32 // counts the stores and calls that may have changed such memory
	panicked  bool  // the deferred calls run because of a panic
	recovered bool  // and one of them has called recover
}

// A mark is something that was done on a path, to or with a value, at a place in
// the code.
type mark struct {
	what doing
	on   term.Term
	by   any // a block, an instruction or a function
}

type doing uint8

const (
	isTaken     doing = iota // memory was taken out of the object that it was part of
	isEmptied                // a loop with this header deals with all that a container holds
	isDealtWith              // and this instruction of it has done so
	isDone                   // the function of a sync.Once has run
	cameOut                  // of the outcomes of a function with these arguments: which, counted from 1
	isCalled                 // at this place
)

// first sets a mark, and reports whether it was not set before.
func (st *state) first(m mark) bool {
	was := st.marks[m]
	st.marks[m] = 1
	return was == 0
}

type deferred struct {
	instr *ssa.Defer
	fn    term.Term
	args  []term.Term
}

// A step of the trail is a decision, for the text of reports.
type step struct {
	before *step
	pos    token.Pos
	yes    bool
	length int
}

func newState(v *values) *state {
	return &state{
		values: v,
		env:    map[ssa.Value]term.Term{}, mem: map[term.Term]term.Term{}, fates: map[fate.ID]*fate.Fate{}, contents: map[term.Term][]fate.Role{},
		facts: term.NoFacts(), latest: map[term.Node]term.Term{}, escaped: map[term.Term]bool{}, marks: map[mark]int{},
		turns: map[*ssa.BasicBlock]int{}, visits: map[*ssa.BasicBlock]int{}, calls: map[*ssa.Function]int{},
	}
}

func (st *state) clone() *state {
	c := *st
	c.env, c.mem, c.fates = maps.Clone(st.env), maps.Clone(st.mem), maps.Clone(st.fates)
	c.contents, c.facts = maps.Clone(st.contents), st.facts.Clone()
	c.latest, c.escaped, c.turns = maps.Clone(st.latest), maps.Clone(st.escaped), maps.Clone(st.turns)
	c.defers, c.effects = slices.Clone(st.defers), slices.Clip(st.effects)
	c.marks = maps.Clone(st.marks)
	c.visits, c.calls = maps.Clone(st.visits), maps.Clone(st.calls)
	return &c
}

// fate is a copy of an object's fate, to be changed and set.
func (st *state) fate(id fate.ID) fate.Fate {
	if f := st.fates[id]; f != nil {
		return *f
	}
	return fate.Fate{Status: fate.Top}
}

func (st *state) setFate(id fate.ID, f fate.Fate) { st.fates[id] = &f }

func (st *state) toTop(id fate.ID) {
	f := st.fate(id)
	f.Status = fate.Top
	st.setFate(id, f)
}

// assume notes that a condition holds or not, with what follows from it. It
// returns false if that contradicts the state.
func (st *state) assume(t term.Term, value bool) bool {
	if v, ok := st.facts.Decide(st.ts, t); ok {
		return v == value
	}
	n := st.ts.Node(t)
	if n.Kind == term.Not {
		return st.assume(n.A, !value)
	}
	st.facts.Learn(st.ts, t, value)
	if n.Kind == term.Call && n.Tag == "IsZero" && value {
		if r, ok := st.roles[n.A]; ok { // there is no reference
			f := st.fate(r.Object)
			f.Status, f.Count, f.How = fate.Gone, 0, fate.ToResult
			st.setFate(r.Object, f)
		}
	}
	if n.Kind == term.Binary && n.Tag == token.EQL && value { // a dead object that is another one by now
		a, b := st.roles[n.A], st.roles[n.B]
		for _, id := range []fate.ID{a.Object, b.Object} {
			if f := st.fate(id); a.Object != 0 && b.Object != 0 && f.Status == fate.Dead {
				st.toTop(id)
			}
		}
	}
	if n.Kind == term.Binary && n.Tag == token.EQL && value && st.ts.IsNil(n.B) {
		if r, ok := st.roles[n.A]; ok { // there is no object
			st.toTopLive(r.Object)
		}
	}
	return true
}
