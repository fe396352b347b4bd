package memory

import (
	"go/token"
	"iter"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/term"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"

	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
)

// A State is what is known at one point of one path. It refers to the Values of the
// walk, which all of its states share.
type State struct {
	*Values
	Env        Variables               // the values of the program
	Cells      map[term.Term]term.Term // what was stored at an address on this path
	Fates      map[fate.ID]*fate.Fate
	Containers map[term.Term][]fate.Role // of local slices, maps and channels
	Facts      term.Facts
	Latest     term.Ordered[term.Term, term.Term] // the last evaluation of a load or a call, by its structure: a term of Evaluations
	Shared     map[term.Term]bool                 // allocations that others may know
	Marks      map[Mark]int                       // what was done on this path
	Turns      Counts
	Visits     Counts                // turns, of all loops around
	Calls      map[*ssa.Function]int // of inlined closures
	Chosen     []*ssa.BasicBlock     // where loops begin that have had their chosen index
	Defers     []*Deferred
	Effects    []summary.Effect // on places of the caller, that are not fates of objects
	Trail      *Step
	Epoch      int   // of memory that others may know; each unknown call begins a new one
	Tick       int32 // counts the stores and calls that may have changed such memory
	Panicked   bool  // the deferred calls run because of a panic
	Recovered  bool  // and one of them has called recover
}

// A Mark is something that was done on a path, to or with a value, at a place in
// the code.
type Mark struct {
	what doing
	on   term.Term
	by   any // a block, an instruction or a function
}

type doing uint8

// What is marked.
const (
	IsTaken     doing = iota // memory was taken out of the object that it was part of
	IsEmptied                // a loop with this header deals with all that a container holds
	IsDealtWith              // and this instruction of it has done so
	IsDone                   // the function of a sync.Once has run
	CameOut                  // of the outcomes of a function with these arguments: which, counted from 1
	IsCalled                 // at this place
	IsOver                   // a context is done
	IsDoubtful               // others may own an object: a variable tells that was assigned with it, or a container leads to it
	HasReleased              // one of the elements of a container was released: where
	IsCut                    // one end of a list was cut off, where elements are taken
	HasTwice                 // a reference was appended to a list that has it already: where
	IsFilled                 // something was put into a map
	IsMixed                  // not all that is in a container is borrowed
	IsListed                 // a container leads to a struct of this function
	IsReadLater              // functions in a list read a variable when they are called: what it has then
	IsImplied                // a test for nil is answered by a dereference: the code need not have it
	IsLeftThere              // a callee leaves an object in its struct, and a field of which nothing is known decides that
	IsRetained               // a part of something of the caller's has a reference of its own
	IsLentAt                 // something that may be the caller's was put into a field of others: what
	IsDropped                // a map has lost an entry, or all: a struct that was there is not found any more by this field
)

// First sets a mark, and reports whether it was not set before.
func (st *State) First(m Mark) bool {
	was := st.Marks[m]
	st.Marks[m] = 1
	return was == 0
}

// LentAt lists the fields of others that something of the caller's was put into, with what that was.
func (st *State) LentAt() iter.Seq2[term.Term, term.Term] {
	return func(yield func(term.Term, term.Term) bool) {
		lent := map[term.Term]bool{}
		for m := range st.Marks {
			if m.what == IsLentAt {
				lent[m.on] = true
			}
		}
		for _, addr := range term.InOrder(lent) {
			if !yield(addr, term.Term(st.Marks[Marked(IsLentAt, addr, nil)])) {
				return
			}
		}
	}
}

// A Deferred is a deferred call that has not run yet.
type Deferred struct {
	Instr *ssa.Defer
	Fn    term.Term
	Args  []term.Term
}

// A Step of the trail is a decision, for the text of reports.
type Step struct {
	Before *Step
	Pos    token.Pos
	Yes    bool
	length int
}

// NewState returns the state at the beginning of a walk: nothing is known.
func NewState(v *Values) *State {
	return &State{
		Values: v,
		Env:    NoVariables(v), Cells: map[term.Term]term.Term{}, Fates: map[fate.ID]*fate.Fate{}, Containers: map[term.Term][]fate.Role{},
		Facts: term.NoFacts(), Shared: map[term.Term]bool{}, Marks: map[Mark]int{},
		Calls: map[*ssa.Function]int{},
	}
}

// Clone returns a copy that can be changed without the original.
func (st *State) Clone() *State {
	c := *st
	c.Env, c.Cells, c.Fates = st.Env.Clone(), maps.Clone(st.Cells), maps.Clone(st.Fates)
	c.Containers, c.Facts = maps.Clone(st.Containers), st.Facts.Clone()
	c.Latest, c.Shared, c.Turns = st.Latest.Clone(), maps.Clone(st.Shared), st.Turns.Clone()
	c.Chosen = slices.Clip(st.Chosen)
	c.Defers, c.Effects = slices.Clone(st.Defers), slices.Clip(st.Effects)
	c.Marks = maps.Clone(st.Marks)
	c.Visits, c.Calls = st.Visits.Clone(), maps.Clone(st.Calls)
	return &c
}

// Fate is a copy of an object's fate, to be changed and set.
func (st *State) Fate(id fate.ID) fate.Fate {
	if f := st.Fates[id]; f != nil {
		return *f
	}
	return fate.Fate{Status: fate.Top}
}

// SetFate replaces the fate of an object.
func (st *State) SetFate(id fate.ID, f fate.Fate) { st.Fates[id] = &f }

// Lend adds a loan of an object.
func (st *State) Lend(id fate.ID, l fate.Loan) {
	f := st.Fate(id)
	f.Loans = append(slices.Clip(f.Loans), l)
	st.SetFate(id, f)
}

// EndLoans ends the loans of an object that are over, and reports whether there were
// any.
func (st *State) EndLoans(id fate.ID, over func(fate.Loan) bool) bool {
	f := st.Fate(id)
	left := slices.DeleteFunc(slices.Clone(f.Loans), over)
	if len(left) == len(f.Loans) {
		return false
	}
	f.Loans = left
	st.SetFate(id, f)
	return true
}

// ToTop gives up following an object.
func (st *State) ToTop(id fate.ID) {
	f := st.Fate(id)
	f.Status = fate.Top
	st.SetFate(id, f)
}

// Marked is the mark of something that was done.
func Marked(what doing, on term.Term, by any) Mark { return Mark{what, on, by} }

// Len is the number of decisions up to a step; there are none up to nil.
func (s *Step) Len() int {
	if s == nil {
		return 0
	}
	return s.length
}

// Then returns the trail with one more decision.
func (s *Step) Then(pos token.Pos, yes bool) *Step { return &Step{s, pos, yes, s.Len() + 1} }
