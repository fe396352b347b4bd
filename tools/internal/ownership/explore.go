package ownership

import (
	"fmt"
	"go/token"
	"go/types"
	"os"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// The explorer walks the paths of one function, one after the other, and keeps
// for each what happened to every reference. Conditions are values (terms), so
// a condition that was decided is decided in the same way further down the
// path; only paths that can be taken are walked. Loops are walked up to twice.
// Two paths that meet in equal states (see memory.State.Digest) go on as one.
//
// An object becomes top where the explorer cannot follow it. Nothing is reported
// about it any more.
//
// The explorer itself knows blocks, instructions and calls: which one comes next, and who
// carries it out. The others are below it, and each asks only those that are above it in
// this list. What needs the body of a function has it carried out by a carrier: the explorer.
type explorer struct {
	*memory.Values
	checker  *checker
	pkg      *code.Package
	table    *api.Table
	steps    int
	pushes   int
	gaveUp   bool
	limit    int  // of pushes
	debugged bool // what happens is printed

	// What is noted on the way.
	where    *position
	recorder *recorder
	caller   *callerEffects
	courses  *courses
	untold   *untoldReleases
	keepers  *keepers
	leaks    *leaks
	late     *lateErrors

	// What happens to objects.
	accounts  *accounts
	others    *others
	pools     *pools
	handovers *handovers

	// What happens to memory.
	lent        *lentLists
	loads       *loads
	stores      *stores
	errors      *errorValues
	expressions *expressions
	channels    *channels

	// What calls do.
	spawns       *spawns
	cleanupLists *cleanupLists
	builtins     *builtins
	callees      *callees
	wrappers     *wrappers
	unknown      *unknownCalls
	tabled       *tabledCalls
	typed        *typedCalls
	library      *libraryCalls
	resolver     *resolver
	effects      *effects
	keepings     *keepings
	applier      *applier
}

const (
	maxVisits   = 9      // of a block, on one path
	maxSteps    = 30_000 // instructions, of all paths
	maxPushes   = 3_000  // blocks, of all paths
	largePushes = 400    // the same, in a package that has taken packageWork by then
	leastPushes = 100    // the same, of a function that counts no references itself, in one that has taken hugeWork
	maxInlining = 4      // closures in closures

	packageWork = 12_000_000      // values and cells in the states of all blocks, of all functions of a package
	hugeWork    = 2 * packageWork // only a package of some hundred thousand lines takes that
)

func newExplorer(c *checker, fn *ssa.Function) *explorer {
	values := memory.NewValues()
	values.SetTogether = c.pkg.SetTogether
	where := &position{values: values, top: c.pkg.Function(fn), calls: map[fate.ID]token.Pos{}}
	found := newRecorder(values, where, c.pkg)
	x := &explorer{
		Values: values, checker: c, pkg: c.pkg, table: c.table, where: where, recorder: found,
		caller:   &callerEffects{Values: values, top: where.top},
		courses:  &courses{Values: values, pkg: c.pkg, table: c.table, where: where, recorder: found, broken: map[course][]mistake.Finding{}, finished: map[course]bool{}},
		untold:   &untoldReleases{Values: values, recorder: found, again: map[untold][]mistake.Finding{}},
		keepers:  &keepers{Values: values, pkg: c.pkg, top: where.top, known: map[term.Term]keeper{}},
		leaks:    newLeaks(c, values, where, found),
		debugged: c.debug != "" && isNamed(fn, c.debug),
		limit:    maxPushes,
	}
	x.untold.leaks = x.leaks
	x.assemble()
	switch {
	case c.taken > hugeWork && !c.relevant[fn]:
		x.limit = leastPushes
	case c.taken > packageWork:
		x.limit = largePushes
	}
	return x
}

// assemble makes those that carry out instructions, each of those that it asks.
func (x *explorer) assemble() {
	x.accounts = &accounts{Values: x.Values, where: x.where, recorder: x.recorder, caller: x.caller, courses: x.courses, untold: x.untold, leaks: x.leaks, pkg: x.pkg}
	x.others = &others{Values: x.Values, where: x.where, caller: x.caller, keepers: x.keepers, pkg: x.pkg}
	x.lent = &lentLists{Values: x.Values, accounts: x.accounts}
	x.pools = &pools{Values: x.Values, where: x.where, recorder: x.recorder, caller: x.caller, pkg: x.pkg}
	x.late = &lateErrors{Values: x.Values, where: x.where, late: map[term.Term]bool{}}
	x.errors = &errorValues{Values: x.Values, pkg: x.pkg}
	x.handovers = &handovers{Values: x.Values, where: x.where, recorder: x.recorder, accounts: x.accounts, caller: x.caller, courses: x.courses, leaks: x.leaks, table: x.table}
	x.loads = &loads{Values: x.Values, where: x.where, accounts: x.accounts, lent: x.lent, pkg: x.pkg, table: x.table}
	x.stores = &stores{Values: x.Values, where: x.where, accounts: x.accounts, handovers: x.handovers, loads: x.loads, lent: x.lent, pools: x.pools, late: x.late, caller: x.caller, courses: x.courses, pkg: x.pkg}
	x.expressions = &expressions{Values: x.Values, where: x.where, accounts: x.accounts, loads: x.loads, errors: x.errors, caller: x.caller}
	x.channels = &channels{Values: x.Values, where: x.where, accounts: x.accounts, handovers: x.handovers, others: x.others}
	x.spawns = &spawns{Values: x.Values, where: x.where, recorder: x.recorder, accounts: x.accounts, others: x.others, caller: x.caller, courses: x.courses, leaks: x.leaks, pkg: x.pkg, carrier: x}
	x.handovers.releasesWhenCalled, x.handovers.mayRelease = x.spawns.releasesWhenCalled, x.spawns.mayRelease
	x.cleanupLists = &cleanupLists{Values: x.Values, where: x.where, stores: x.stores, spawns: x.spawns, caller: x.caller, pkg: x.pkg}
	x.builtins = &builtins{Values: x.Values, where: x.where, accounts: x.accounts, lent: x.lent, cleanupLists: x.cleanupLists, caller: x.caller, keepers: x.keepers}
	x.callees = &callees{Values: x.Values, where: x.where, checker: x.checker, pkg: x.pkg}
	x.wrappers = &wrappers{Values: x.Values, courses: x.courses, isKept: x.checker.isKept}
	x.unknown = &unknownCalls{Values: x.Values, where: x.where, accounts: x.accounts, others: x.others, loads: x.loads, wrappers: x.wrappers, caller: x.caller, courses: x.courses, keepers: x.keepers, spawns: x.spawns, pkg: x.pkg, table: x.table}
	x.tabled = &tabledCalls{Values: x.Values, where: x.where, accounts: x.accounts, pools: x.pools, callees: x.callees, caller: x.caller, leaks: x.leaks, pkg: x.pkg, table: x.table, sayGuess: x.checker.sayGuess}
	x.typed = &typedCalls{Values: x.Values, where: x.where, recorder: x.recorder, accounts: x.accounts, loads: x.loads, stores: x.stores, spawns: x.spawns, callees: x.callees, carrier: x}
	x.library = &libraryCalls{Values: x.Values, accounts: x.accounts, handovers: x.handovers, stores: x.stores, pools: x.pools, spawns: x.spawns, errors: x.errors, where: x.where, carrier: x, pkg: x.pkg}
	x.resolver = &resolver{Values: x.Values, loads: x.loads, pkg: x.pkg}
	x.effects = &effects{Values: x.Values, where: x.where, recorder: x.recorder, accounts: x.accounts, handovers: x.handovers, pools: x.pools, spawns: x.spawns, wrappers: x.wrappers, caller: x.caller, courses: x.courses, untold: x.untold, table: x.table}
	x.keepings = &keepings{Values: x.Values, accounts: x.accounts, handovers: x.handovers, spawns: x.spawns, cleanupLists: x.cleanupLists, caller: x.caller, courses: x.courses, keepers: x.keepers}
	x.applier = &applier{Values: x.Values, where: x.where, recorder: x.recorder, accounts: x.accounts, others: x.others, stores: x.stores, resolver: x.resolver, effects: x.effects, keepings: x.keepings, pools: x.pools, loads: x.loads, caller: x.caller, keepers: x.keepers, pkg: x.pkg, table: x.table, checker: x.checker, widened: map[*types.Func]*summary.Summary{}}
}

// A walker walks the blocks of one function, each on as many paths as lead to it.
type walker struct {
	*explorer
	f     *code.Function
	stack []work
	taken []int                  // by block: how often the walk has gone on there
	seen  map[memory.Digest]bool // of states in which the walk goes on
	exits []exit
}

type work struct {
	block *ssa.BasicBlock
	index int
	st    *memory.State
}

// walk explores fn from its entry.
func (x *explorer) walk(f *code.Function, st *memory.State) []exit {
	if len(f.Blocks) == 0 {
		return nil
	}
	w := walker{explorer: x, f: f, taken: make([]int, len(f.Blocks)), seen: map[memory.Digest]bool{}}
	st.Turns.Add(f.Blocks[0])
	st.Visits.Add(f.Blocks[0])
	w.push(work{f.Blocks[0], 0, st})
	for len(w.stack) > 0 && !x.gaveUp {
		next := w.pop()
		if x.debugged {
			x.print("block %d, instruction %d%s:\n%v", next.block.Index, next.index, x.around(), next.st)
		}
		w.goOn(next)
	}
	return w.exits
}

// push notes where the walk goes on, unless it has been there in an equal state.
func (w *walker) push(next work) {
	if w.pushes++; w.gaveUp || w.pushes > w.limit {
		w.gaveUp = true
		return
	}
	w.checker.taken += next.st.Env.Len() + len(next.st.Cells)
	at := memory.Point{Function: w.f, Block: next.block, Index: next.index, Around: w.where.outer}
	next.st.Prune(at)
	if len(next.block.Preds) == 1 && next.index <= code.PhiCount(next.block) { // no other path can meet this one here
		w.stack = append(w.stack, next)
		return
	}
	d := next.st.Digest(at)
	if !w.seen[d] {
		w.seen[d] = true
		w.stack = append(w.stack, next)
	}
}

// pop returns where the walk goes on next: where it came to last. A wide walk goes on in the block
// where it was least often. If it has to give up, it has seen all parts of the function first, and not
// all ways through the last part of it.
func (w *walker) pop() work {
	next := len(w.stack) - 1
	if w.where.wide {
		for k := next - 1; k >= 0; k-- {
			if w.taken[w.stack[k].block.Index] < w.taken[w.stack[next].block.Index] {
				next = k
			}
		}
	}
	at := w.stack[next]
	w.stack = slices.Delete(w.stack, next, next+1)
	w.taken[at.block.Index]++
	return at
}

// enter goes from one block to another, unless a loop has had its turns.
func (w *walker) enter(from, to *ssa.BasicBlock, st *memory.State) {
	if w.f.InLoop(to) && !to.Dominates(from) { // a loop begins anew
		st.Turns.Forget(func(b *ssa.BasicBlock) bool { return b.Parent() == to.Parent() && to.Dominates(b) })
	}
	if missesChosen(w.f, st, from, to) {
		return
	}
	turns, visits := st.Turns.Add(to), st.Visits.Add(to)
	if turns > memory.MaxTurns || visits > maxVisits {
		return
	}
	w.phis(st, from, to)
	w.push(work{to, code.PhiCount(to), st})
}

// goOn carries out the instructions of a block until the path splits or ends.
func (w *walker) goOn(at work) {
	for i := at.index; i < len(at.block.Instrs); i++ {
		if w.steps++; w.steps > maxSteps {
			w.gaveUp = true
			return
		}
		w.where.current = at.block.Instrs[i]
		after := w.step(at.block, at.block.Instrs[i], at.st)
		if len(after) == 1 {
			at.st = after[0]
			continue
		}
		for _, st := range after {
			w.push(work{at.block, i + 1, st})
		}
		return
	}
}

// step carries out one instruction. It returns the states in which the block goes on.
func (w *walker) step(block *ssa.BasicBlock, instr ssa.Instruction, st *memory.State) (after []*memory.State) {
	switch i := instr.(type) {
	case *ssa.Jump:
		w.enter(block, block.Succs[0], st)
	case *ssa.If:
		w.branch(block, i, st, w.enter)
	case *ssa.Return:
		results := make([]term.Term, len(i.Results))
		for k, r := range i.Results {
			results[k] = st.Value(r)
		}
		w.exits = append(w.exits, exit{st, results, i, i.Pos(), false})
	case *ssa.Panic:
		if v := st.Value(i.X); v != 0 {
			st.Lose(v)
		}
		w.exits = append(w.exits, w.panics(w.f, st, i.Pos(), w.push)...)
	case *ssa.RunDefers:
		if len(st.Defers) == 0 || w.f.Recover == block {
			return []*memory.State{st}
		}
		return w.runDefers(st)
	default:
		if call, ok := instr.(*ssa.Call); ok && w.f.Recovers && w.pkg.MayPanic(call) {
			w.exits = append(w.exits, w.panics(w.f, w.callees.panicking(st, &call.Call), instr.Pos(), w.push)...)
		}
		after, branched := w.instruction(w.f, st, instr)
		if !branched {
			return []*memory.State{st}
		}
		return after
	}
	return nil
}

// panics runs the deferred calls, and goes on after them if one recovers.
func (x *explorer) panics(f *code.Function, st *memory.State, pos token.Pos, push func(work)) (exits []exit) {
	st.Panicked, st.Recovered = true, false
	for _, after := range x.runDefers(st) {
		after.Panicked = false
		if after.Recovered && f.Recover != nil {
			after.Recovered = false
			push(work{f.Recover, 0, after})
		} else {
			exits = append(exits, exit{after, nil, nil, pos, true})
		}
	}
	return exits
}

// phis gives the phis of a block their values, all at once. On the last turn
// of a loop its counters become unknown, so that the loop can end.
func (x *explorer) phis(st *memory.State, from, to *ssa.BasicBlock) {
	edge := -1
	for i, pred := range to.Preds {
		if pred == from {
			edge = i
			break
		}
	}
	n := code.PhiCount(to)
	values := make([]term.Term, n)
	for i := range n {
		phi := to.Instrs[i].(*ssa.Phi)
		t := st.Value(phi.Edges[edge])
		if _, tracked := x.Roles[t]; !tracked && st.Turns.At(to) == memory.MaxTurns && to.Dominates(from) && !x.Matters(t) && !st.HoldsObjects(t) {
			if _, isBool := x.Terms.AsBool(t); !isBool && !x.Terms.IsNil(t) {
				counter := st.Opaque(phi, 0)
				st.Facts.SetBound(counter, x.counterBounds(phi, t))
				if whole, ok := x.Within[t]; ok {
					x.Within[counter] = whole
				}
				t = counter
			}
		}
		values[i] = t
	}
	for i := range n {
		st.Env.Set(to.Instrs[i].(*ssa.Phi), values[i])
	}
}

// counterBounds returns the bounds of a counter after turns that nobody has counted.
func (x *explorer) counterBounds(phi *ssa.Phi, t term.Term) term.Interval {
	b := term.Whole
	v, known := x.Terms.AsInt(t)
	if !known {
		return b
	}
	switch code.DirectionOf(phi) {
	case code.Up:
		b.Low = v
	case code.Down:
		b.High = v
	}
	return b
}

func (x *explorer) branch(block *ssa.BasicBlock, instr *ssa.If, st *memory.State, enter func(from, to *ssa.BasicBlock, st *memory.State)) {
	cond := st.Value(instr.Cond)
	if out := leaveLoop(block, st); out != nil {
		x.leave(block, out, instr, st, enter)
		return
	}
	if v, ok := st.Facts.Decide(x.Terms, cond); ok {
		if test := x.Terms.Node(cond); test.Kind == term.Const { // perhaps of a turn that is not walked
			hasChosen(x.pkg.Function(block.Parent()), st, instr, 0, 1)
		}
		if v {
			enter(block, block.Succs[0], st)
		} else {
			enter(block, block.Succs[1], st)
		}
		return
	}
	(&doubts{x.Values, x.where, x.callees, st}).ofCondition(instr.Cond)
	no := st.Clone()
	foundAgain(st, instr.Cond, true)
	foundAgain(no, instr.Cond, false)
	if x.assume(st, instr, cond, true) {
		enter(block, block.Succs[0], st)
	}
	if !code.Exhausts(instr) && x.assume(no, instr, cond, false) {
		enter(block, block.Succs[1], no)
	}
}

// leave leaves a loop that had its two turns, unless a condition says that it goes on.
func (x *explorer) leave(block, out *ssa.BasicBlock, instr *ssa.If, st *memory.State, enter func(from, to *ssa.BasicBlock, st *memory.State)) {
	cond := st.Value(instr.Cond)
	comparison, counts := instr.Cond.(*ssa.BinOp)
	counts = counts && api.IsInteger(comparison.X.Type()) && !code.IsCase(comparison.X)
	v, known := st.Facts.Decide(x.Terms, cond)
	leaves := v == (out == block.Succs[0])
	if counts && !(known && leaves) {
		x.caller.noteLeft(st, st.DrainLong())
	}
	other := block.Succs[0]
	if out == other {
		other = block.Succs[1]
	}
	switch {
	case counts || known && leaves || !known && !other.Dominates(block):
		enter(block, out, st)
	case !known: // at the end of a turn: the loop may also go on, and end where it begins
		further := st.Clone()
		if x.assume(st, instr, cond, out == block.Succs[0]) {
			enter(block, out, st)
		}
		if x.assume(further, instr, cond, out != block.Succs[0]) {
			enter(block, other, further)
		}
	}
}

// assume notes on a path that a condition holds or not, and reports whether it can.
func (x *explorer) assume(st *memory.State, instr *ssa.If, cond term.Term, holds bool) bool {
	if !st.Assume(cond, holds) {
		return false
	}
	st.Trail = st.Trail.Then(x.where.decidedAt(instr.Cond.Pos()), holds)
	x.pools.foundEmpty(st, instr.Cond, holds)
	return true
}

// leaveLoop returns the block after a loop that had its two turns, or nil if block
// does not decide about another turn.
func leaveLoop(block *ssa.BasicBlock, st *memory.State) *ssa.BasicBlock {
	for i, succ := range block.Succs {
		out := block.Succs[1-i]
		switch {
		case succ.Dominates(block): // at the end of a turn
			if st.Turns.At(succ) >= memory.MaxTurns-1 && !code.Reaches(out, succ, nil) {
				return out
			}
		case st.Turns.At(block) >= memory.MaxTurns: // at the beginning
			if code.Reaches(succ, block, nil) && !code.Reaches(out, block, nil) {
				return out
			}
		}
	}
	return nil
}

// begin returns the state at a function's entry. The function owns its Ref
// parameters.
func (x *explorer) begin() *memory.State {
	st := memory.NewState(x.Values)
	for i, p := range x.where.top.Params {
		t := x.Terms.Param(i)
		st.Env.Set(p, t)
		if code.IsUntestedReceiver(p) {
			x.Terms.SetNonNil(t)
		}
		var of *api.Family
		if !api.IsRef(p.Type()) {
			object, _ := x.where.top.Object().(*types.Func)
			if !x.checker.notes.Owns(object, p.Name()) {
				x.followPutBack(st, i, p)
				continue
			}
			if of = x.table.Counting(p.Type()); of == nil {
				continue
			}
		}
		id := x.Object(memory.Key{Found: t}, fate.Object{Family: of, Origin: fate.Param, Pos: p.Pos(), What: parameterName(p), Place: place.Parameter(i), Single: true})
		x.Roles[t] = fate.Reference(id)
		st.SetFate(id, fate.Fate{Status: fate.Live, Count: 1})
	}
	return st
}

func parameterName(p *ssa.Parameter) string {
	if p.Name() == "_" {
		return "the parameter"
	}
	return p.Name()
}

// print prints what happens in the walk, if the function is the one to debug.
func (x *explorer) print(format string, args ...any) {
	if x.debugged {
		fmt.Fprintf(os.Stderr, format, args...)
	}
}

// around says in which literal the walk is.
func (x *explorer) around() string {
	if len(x.where.sites) == 0 {
		return ""
	}
	return fmt.Sprintf(" of the call at %v", x.checker.pass.Fset.Position(x.where.sites[len(x.where.sites)-1].pos))
}

// isNamed reports whether a function has a name as the flag -debug takes it.
func isNamed(fn *ssa.Function, name string) bool {
	if recv := fn.Signature.Recv(); recv != nil {
		return api.TypeName(recv.Type())+"."+fn.Name() == name
	}
	return fn.Name() == name
}

func (x *explorer) summarize(exits []exit) *summary.Summary {
	if x.gaveUp {
		return &summary.Summary{Opaque: true}
	}
	s := &summarizer{x.Values, x.where.top, x.pkg, x.table, x.caller, x.late.isLate, x.spawns.releasesWhenCalled}
	return s.summary(exits)
}
