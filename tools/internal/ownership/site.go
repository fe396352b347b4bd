package ownership

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// A site is a call that the explorer carries out: at its place, or, if it is
// deferred, when the function returns.
type site struct {
	instr    ssa.Instruction // *ssa.Call, *ssa.Defer or *ssa.Go
	common   *ssa.CallCommon
	fn       term.Term
	args     []term.Term
	pos      token.Pos
	deferred bool
	f        *code.Function
	alone    []fate.ID // arguments that nobody but the caller had before: see untoldReleases
}

// inLoop reports whether the call is made in a loop.
func (s *site) inLoop() bool { return s.f.InLoop(s.instr.Block()) }

// isDiscarded reports whether nothing is done with what the call returns.
func (s *site) isDiscarded() bool {
	call, ok := s.instr.(*ssa.Call)
	return ok && !slices.ContainsFunc(*call.Referrers(), func(use ssa.Instruction) bool {
		_, isDebug := use.(*ssa.DebugRef)
		return !isDebug
	})
}

// typeOf returns the type of the parameter for an argument. It is nil for the receiver.
func (s *site) typeOf(arg int) types.Type {
	params := s.common.Signature().Params()
	k := arg - (len(s.args) - params.Len())
	if k < 0 || k >= params.Len() {
		return nil
	}
	return params.At(k).Type()
}

func arguments(st *memory.State, c *ssa.CallCommon) []term.Term {
	args := make([]term.Term, len(c.Args))
	for k, a := range c.Args {
		args[k] = st.Value(a)
	}
	return args
}

// result is a state after a call, with what the call returned.
type result struct {
	st    *memory.State
	value term.Term
}

func one(st *memory.State, value term.Term) []result { return []result{{st, value}} }

// An exit is a way out of a function.
type exit struct {
	st       *memory.State
	results  []term.Term
	by       *ssa.Return // nil if it panicked
	pos      token.Pos
	panicked bool // and not recovered
}

// A moment is where and how something is done to an object.
type moment struct {
	pos      token.Pos
	deferred bool // by a deferred call: pos is that of the defer statement
	drop     bool // by Drop
	found    bool // by a callee, which has found the reference where it is
}

// later is a function that runs at another time: in a goroutine, when a timer fires,
// or when a test ends.
type later struct {
	fn     term.Term
	args   []term.Term
	called ssa.Value // the function in the code, if somebody else calls it
	how    fate.Handover
	stop   term.Term // what stops it before it runs: a timer, or a function
	soon   bool      // it may run before this function goes on, so nothing is lent
	held   fate.ID   // it runs with this reference, and gives it up
	lease  fate.ID   // of that reference
}

// lastOf returns the function that is the last argument of a call. Of a method of
// an interface, such as testing.TB, and of a bound method, the receiver is among the
// terms only.
func lastOf(s *site, how fate.Handover) later {
	terms, values := s.args, s.common.Args
	return later{fn: terms[len(terms)-1], called: values[len(values)-1], how: how}
}

// A carrier carries out a call, or the body of a function, as part of a path.
type carrier interface {
	call(st *memory.State, s *site) []result
	inline(st *memory.State, s *site, c memory.Closure) []result
}

// rebuilt is the tag of what a callee has made, and returned or stored.
type rebuilt struct {
	call    ssa.Instruction
	outcome int
	set     bool       // stored, else returned
	item    int        // which of the outcome's Sets or Results
	path    place.Path // to a part of it
}

// preserved is the tag of memory that preserve makes.
type preserved struct{ by ssa.Instruction }
