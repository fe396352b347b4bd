package ownership

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"

	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
)

// The explorer walks the paths of one function, one after the other, and keeps
// for each what happened to every reference. Conditions are values (terms), so
// a condition that was decided is decided in the same way further down the
// path; only paths that can be taken are walked. Loops are walked up to twice.
// Two paths that meet in equal states (see digest) go on as one.
//
// An object becomes top where the explorer cannot follow it. Nothing is reported
// about it any more.
type explorer struct {
	*checker
	*values
	top      *code.Function
	outer    []*code.Function // of inlined closures: the functions around
	steps    int
	pushes   int
	gaveUp   bool
	quiet    int
	blind    int // reading memory does not count as a use
	applying int // what a summary says of memory
	depth    int // of structs that are copies of others
	findings map[findingKey]*finding

	alwaysLost map[token.Pos]bool // acquisitions that no path releases or hands on
	kept       []summary.Effect   // elements of the caller's containers that went to unknown code
	current    ssa.Instruction
	deferring  int         // deferred calls that are being carried out
	deferPos   []token.Pos // of their statements
	sites      []*site     // of the inlined calls that are being carried out
	once       term.Term   // the sync.Once whose function is being carried out
}

const (
	maxVisits   = 9      // of a block, on one path
	maxSteps    = 30_000 // instructions, of all paths
	maxPushes   = 3_000  // blocks, of all paths
	maxInlining = 4      // closures in closures
	maxCopies   = 32     // structs that are copies of others
)

func newExplorer(c *checker, fn *ssa.Function) *explorer {
	return &explorer{checker: c, values: newValues(), top: c.pkg.Function(fn), findings: map[findingKey]*finding{}}
}

// An exit is a way out of a function.
type exit struct {
	st       *state
	results  []term.Term
	pos      token.Pos
	panicked bool // and not recovered
}

type work struct {
	block *ssa.BasicBlock
	index int
	st    *state
}

// walk explores fn from its entry.
func (x *explorer) walk(f *code.Function, st *state) []exit {
	var exits []exit
	if len(f.Blocks) == 0 {
		return nil
	}
	seen := map[string]bool{}
	var stack []work
	push := func(w work) {
		if x.pushes++; x.gaveUp || x.pushes > maxPushes {
			x.gaveUp = true
			return
		}
		at := point{f, w.block, w.index, x.outer}
		w.st.prune(at)
		if len(w.block.Preds) == 1 && w.index <= code.PhiCount(w.block) { // no other path can meet this one here
			stack = append(stack, w)
			return
		}
		d := w.st.digest(at)
		if !seen[d] {
			seen[d] = true
			stack = append(stack, w)
		}
	}
	enter := func(from, to *ssa.BasicBlock, st *state) {
		if f.InLoop(to) && !to.Dominates(from) { // a loop begins anew
			for _, b := range f.Blocks {
				if to.Dominates(b) {
					delete(st.turns, b)
				}
			}
		}
		st.turns[to]++
		st.visits[to]++
		if st.turns[to] > maxTurns || st.visits[to] > maxVisits {
			return
		}
		x.phis(st, from, to)
		push(work{to, code.PhiCount(to), st})
	}
	st.turns[f.Blocks[0]]++
	st.visits[f.Blocks[0]]++
	push(work{f.Blocks[0], 0, st})
	for len(stack) > 0 && !x.gaveUp {
		w := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		st := w.st
	instructions:
		for i := w.index; i < len(w.block.Instrs); i++ {
			if x.steps++; x.steps > maxSteps {
				x.gaveUp = true
				break
			}
			x.current = w.block.Instrs[i]
			switch instr := w.block.Instrs[i].(type) {
			case *ssa.Jump:
				enter(w.block, w.block.Succs[0], st)
			case *ssa.If:
				x.branch(w.block, instr, st, enter)
			case *ssa.Return:
				results := make([]term.Term, len(instr.Results))
				for k, r := range instr.Results {
					results[k] = st.value(r)
				}
				exits = append(exits, exit{st, results, instr.Pos(), false})
			case *ssa.Panic:
				if v := st.value(instr.X); v != 0 {
					st.lose(v)
				}
				exits = append(exits, x.panics(f, st, instr.Pos(), push)...)
			case *ssa.RunDefers:
				if len(st.defers) == 0 || f.Recover == w.block {
					continue
				}
				all := x.runDefers(st)
				if len(all) == 1 {
					st = all[0]
					continue
				}
				for _, after := range all {
					push(work{w.block, i + 1, after})
				}
				break instructions
			default:
				if call, ok := instr.(*ssa.Call); ok && f.Recovers && x.pkg.MayPanic(call) {
					exits = append(exits, x.panics(f, st.clone(), instr.Pos(), push)...)
				}
				after, branched := x.instruction(f, st, instr)
				if !branched {
					continue
				}
				if len(after) == 1 {
					st = after[0]
					continue
				}
				for _, s := range after {
					push(work{w.block, i + 1, s})
				}
				break instructions
			}
		}
	}
	return exits
}

// panics runs the deferred calls, and goes on after them if one recovers.
func (x *explorer) panics(f *code.Function, st *state, pos token.Pos, push func(work)) (exits []exit) {
	st.panicked, st.recovered = true, false
	for _, after := range x.runDefers(st) {
		after.panicked = false
		if after.recovered && f.Recover != nil {
			after.recovered = false
			push(work{f.Recover, 0, after})
		} else {
			exits = append(exits, exit{after, nil, pos, true})
		}
	}
	return exits
}

// phis gives the phis of a block their values, all at once. On the last turn
// of a loop its counters become unknown, so that the loop can end.
func (x *explorer) phis(st *state, from, to *ssa.BasicBlock) {
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
		t := st.value(phi.Edges[edge])
		if _, tracked := x.roles[t]; !tracked && st.turns[to] == maxTurns && to.Dominates(from) && !x.matters(t) && !st.holdsObjects(t) {
			if _, isBool := x.ts.AsBool(t); !isBool && !x.ts.IsNil(t) {
				counter := st.opaque(phi, 0)
				st.facts.SetBound(counter, x.counterBounds(phi.Edges[edge], t))
				t = counter
			}
		}
		values[i] = t
	}
	for i := range n {
		st.env[to.Instrs[i].(*ssa.Phi)] = values[i]
	}
}

// counterBounds returns the bounds of a counter after another step.
func (x *explorer) counterBounds(edge ssa.Value, t term.Term) term.Interval {
	b := term.Whole
	step, ok := edge.(*ssa.BinOp)
	if !ok {
		return b
	}
	by, ok := step.Y.(*ssa.Const)
	v, known := x.ts.AsInt(t)
	if !ok || !known || by.Value == nil || by.Value.Kind() != constant.Int || by.Int64() <= 0 {
		return b
	}
	switch step.Op {
	case token.ADD:
		b.Low = v
	case token.SUB:
		b.High = v
	}
	return b
}

func (x *explorer) branch(block *ssa.BasicBlock, instr *ssa.If, st *state, enter func(from, to *ssa.BasicBlock, st *state)) {
	cond := st.value(instr.Cond)
	if out := x.leaveLoop(block, st); out != nil {
		comparison, counts := instr.Cond.(*ssa.BinOp)
		counts = counts && api.IsInteger(comparison.X.Type())
		if v, known := st.facts.Decide(x.ts, cond); counts || !known || v == (out == block.Succs[0]) {
			enter(block, out, st)
		}
		return
	}
	if v, ok := st.facts.Decide(x.ts, cond); ok {
		if v {
			enter(block, block.Succs[0], st)
		} else {
			enter(block, block.Succs[1], st)
		}
		return
	}
	no := st.clone()
	if st.assume(cond, true) {
		st.trail = &step{st.trail, instr.Cond.Pos(), true, st.trail.len() + 1}
		enter(block, block.Succs[0], st)
	}
	if no.assume(cond, false) {
		no.trail = &step{no.trail, instr.Cond.Pos(), false, no.trail.len() + 1}
		enter(block, block.Succs[1], no)
	}
}

// leaveLoop returns the block after a loop that had its two turns, or nil if block
// does not decide about another turn.
func (x *explorer) leaveLoop(block *ssa.BasicBlock, st *state) *ssa.BasicBlock {
	for i, succ := range block.Succs {
		out := block.Succs[1-i]
		switch {
		case succ.Dominates(block): // at the end of a turn
			if st.turns[succ] >= maxTurns-1 && !code.Reaches(out, succ, nil) {
				return out
			}
		case st.turns[block] >= maxTurns: // at the beginning
			if code.Reaches(succ, block, nil) && !code.Reaches(out, block, nil) {
				return out
			}
		}
	}
	return nil
}

func (s *step) len() int {
	if s == nil {
		return 0
	}
	return s.length
}

// turn numbers the executions of an instruction on a path.
func (st *state) turn(instr ssa.Instruction) term.At {
	return term.At{Call: int32(st.calls[instr.Parent()]), Visit: int32(st.visits[instr.Block()])}
}

func (st *state) opaque(instr ssa.Instruction, sub int) term.Term {
	return st.ts.Make(term.Node{Kind: term.Opaque, Tag: instr, At: st.turn(instr), N: sub})
}

// opaqueAs returns an unknown value with a role. The role is part of the term,
// because the role of a term is the same on all paths.
func (st *state) opaqueAs(instr ssa.Instruction, sub int, r fate.Role) term.Term {
	return st.tie(instr, st.turn(instr), sub, r)
}

func (st *state) fresh(instr ssa.Instruction, sub int) term.Term {
	return st.ts.Make(term.Node{Kind: term.Alloc, Tag: instr, At: st.turn(instr), N: sub})
}

// value returns the term of v at this point of the path.
func (st *state) value(v ssa.Value) term.Term {
	if t, ok := st.env[v]; ok {
		return t
	}
	switch v := v.(type) {
	case *ssa.Const:
		return st.ts.Constant(v)
	case *ssa.Global:
		return st.ts.Make(term.Node{Kind: term.Global, Tag: v})
	case *ssa.Function:
		return st.ts.Make(term.Node{Kind: term.Func, Tag: v})
	case *ssa.Builtin:
		return st.ts.Make(term.Node{Kind: term.Func, Tag: v})
	case *ssa.FreeVar:
		return st.ts.Make(term.Node{Kind: term.Free, Tag: v})
	}
	return st.ts.Make(term.Node{Kind: term.Opaque, Tag: v})
}

// instruction carries out one instruction. If the path splits there, branched is
// true and after has the states after it; there are none if the path ends.
func (x *explorer) instruction(f *code.Function, st *state, instr ssa.Instruction) (after []*state, branched bool) {
	switch i := instr.(type) {
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeChan:
		st.env[i.(ssa.Value)] = st.fresh(i, 0)
	case *ssa.MakeSlice:
		n := st.value(i.Len)
		st.env[i] = x.ts.Make(term.Node{Kind: term.Alloc, Tag: i, At: st.turn(i), B: n})
		x.lengths[st.env[i]] = n
	case *ssa.MakeClosure:
		t := st.fresh(i, 1)
		c := closure{fn: i.Fn.(*ssa.Function)}
		for _, b := range i.Bindings {
			c.bindings = append(c.bindings, st.value(b))
		}
		t = x.ts.Make(term.Node{Kind: term.Closure, A: t, B: x.ts.List(c.bindings)})
		x.closures[t] = c
		st.env[i] = t
	case *ssa.UnOp:
		return x.unary(f, st, i)
	case *ssa.BinOp:
		if api.IsStructValue(i.X.Type()) && api.HoldsRef(i.X.Type()) { // the comparison reveals something about the references inside
			for _, id := range append(st.reachable(st.value(i.X)), st.reachable(st.value(i.Y))...) {
				st.toTopLive(id)
			}
		}
		st.env[i] = x.ts.Binary(i.Op, st.value(i.X), st.value(i.Y))
	case *ssa.FieldAddr:
		base := st.value(i.X)
		if x.ts.IsNil(base) {
			return nil, true // it panics
		}
		x.touch(st, base, i.Pos())
		t := x.interior(x.ts.Field(base, i.Field), base, fate.AsBorrow)
		if u, ok := api.Deref(i.X.Type()).Underlying().(*types.Struct); ok {
			x.fields[t] = u.Field(i.Field)
			if isKept(u.Tag(i.Field)) { // memory in there goes to the next owner
				x.keeps[u.Field(i.Field)] = true
			}
		}
		st.env[i] = t
	case *ssa.Field:
		st.env[i] = x.project(st, st.value(i.X), i.Field, i.Type(), i)
	case *ssa.IndexAddr:
		base := st.value(i.X)
		x.touch(st, base, i.Pos())
		st.env[i] = x.interior(x.ts.Index(base, st.value(i.Index)), base, fate.AsBorrow)
	case *ssa.Index:
		base := st.value(i.X)
		x.touch(st, base, i.Pos())
		st.env[i] = x.element(st, base, st.value(i.Index), i.Type(), i, 0)
	case *ssa.Lookup:
		base := st.value(i.X)
		x.touch(st, base, i.Pos())
		t := x.element(st, base, st.value(i.Index), api.ElementType(i.X.Type()), i, 0)
		if i.CommaOk {
			t = x.ts.List([]term.Term{t, st.opaque(i, 1)})
		}
		st.env[i] = t
	case *ssa.Slice:
		base := st.value(i.X)
		x.touch(st, base, i.Pos())
		if _, tracked := x.roles[base]; !tracked && code.IsConstZero(i.High) { // empty, to be filled again
			st.env[i] = st.fresh(i, 3)
		} else if r, ok := x.roles[base]; ok {
			if code.IsConstZero(i.High) {
				st.wasReset(r.Object)
			}
			st.env[i] = st.opaqueAs(i, 0, fate.Alias(r.Object))
		} else if n, ok := code.ArrayLen(i); ok && x.ts.Node(base).Kind == term.Alloc {
			x.lengths[base] = x.ts.Int(n)
			st.env[i] = base
		} else if root := x.ts.Node(base).Kind; root == term.Alloc || root == term.Zero || len(st.contents[base]) > 0 || st.holdsObjects(base) {
			st.env[i] = base
		} else {
			st.env[i] = st.opaque(i, 0)
		}
	case *ssa.Range:
		base := st.value(i.X)
		x.touch(st, base, i.Pos())
		st.env[i] = x.ts.Make(term.Node{Kind: term.Opaque, Tag: i, At: st.turn(i), A: base})
		x.ranges[st.env[i]] = base
	case *ssa.Next:
		tuple := i.Type().(*types.Tuple)
		parts := make([]term.Term, tuple.Len())
		for k := range parts {
			parts[k] = st.opaque(i, k)
		}
		if base, ok := x.ranges[st.value(i.Iter)]; ok && !i.IsString && len(parts) == 3 {
			parts[2] = x.element(st, base, parts[1], tuple.At(2).Type(), i, 2)
			if len(st.contentsOf(base)) > 0 && st.turns[i.Block()] == 1 {
				parts[0] = x.ts.Bool(true)
			}
		}
		st.env[i] = x.ts.List(parts)
	case *ssa.Extract:
		st.env[i] = st.extract(st.value(i.Tuple), i)
	case *ssa.ChangeType:
		st.env[i] = st.value(i.X)
	case *ssa.ChangeInterface:
		st.env[i] = st.value(i.X)
	case *ssa.MakeInterface:
		t := st.value(i.X)
		if n := x.ts.Node(t); n.Kind == term.Nil || n.Kind == term.Zero { // an interface that holds nil is not nil
			t = st.opaque(i, 0)
			x.ts.SetNonNil(t)
		}
		if !types.IsInterface(i.X.Type()) {
			x.concrete[t] = i.X.Type()
		}
		st.env[i] = t
	case *ssa.SliceToArrayPointer:
		st.env[i] = st.value(i.X)
	case *ssa.MultiConvert:
		st.env[i] = st.opaque(i, 0)
	case *ssa.Convert:
		t := st.value(i.X)
		if isBytes(i.X.Type()) != isBytes(i.Type()) { // between bytes and a string: a copy
			x.touch(st, t, i.Pos())
			t = st.opaque(i, 0)
		}
		st.env[i] = t
	case *ssa.TypeAssert:
		t := st.value(i.X)
		if i.CommaOk {
			ok := st.opaque(i, 0)
			st.copied(t, i.AssertedType)
			st.env[i] = x.ts.List([]term.Term{t, ok})
		} else {
			if r, tracked := x.roles[t]; tracked && r.As == fate.AsReference && !types.IsInterface(i.AssertedType) {
				x.ts.SetNonNil(t)
			}
			st.copied(t, i.AssertedType)
			st.env[i] = t
			if api.IsRef(i.AssertedType) {
				st.env[i] = st.storedRef(i)
			}
		}
	case *ssa.Store:
		x.store(st, st.value(i.Addr), st.value(i.Val), i.Pos(), i)
	case *ssa.MapUpdate:
		m := st.value(i.Map)
		x.touch(st, m, i.Pos())
		x.accumulates(st, m)
		x.put(st, m, st.value(i.Value), i.Pos(), i)
		x.put(st, m, st.value(i.Key), i.Pos(), i)
	case *ssa.Send:
		x.send(st, st.value(i.Chan), st.value(i.X), i.Pos(), f.InLoop(i.Block()))
	case *ssa.Select:
		return x.selects(f, st, i), true
	case *ssa.Go:
		return x.goes(f, st, i), true
	case *ssa.Defer:
		d := &deferred{instr: i, fn: st.callee(&i.Call)}
		for _, a := range i.Call.Args {
			d.args = append(d.args, st.value(a))
		}
		st.defers = append(st.defers, d)
	case *ssa.Call:
		args := make([]term.Term, len(i.Call.Args))
		for k, a := range i.Call.Args {
			args[k] = st.value(a)
		}
		results := x.call(st, &site{instr: i, common: &i.Call, fn: st.callee(&i.Call), args: args, pos: i.Pos(), f: f})
		for _, r := range results {
			r.st.env[i] = r.value
			after = append(after, r.st)
		}
		return after, true
	case ssa.Value:
		st.env[i] = st.opaque(instr, 0)
	}
	return nil, false
}

// copied handles an object that is taken out of an interface by value.
func (st *state) copied(t term.Term, to types.Type) {
	switch to.Underlying().(type) {
	case *types.Struct, *types.Array, *types.Basic:
		if r, ok := st.roles[t]; ok && !st.isTyped(r.Object) {
			st.toTopLive(r.Object)
		}
	}
}

func isBytes(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}

// callee is the value that is called: a function, a closure, or the receiver
// of an interface's method.
func (st *state) callee(c *ssa.CallCommon) term.Term { return st.value(c.Value) }

func (x *explorer) unary(f *code.Function, st *state, i *ssa.UnOp) (after []*state, branched bool) {
	v := st.value(i.X)
	switch i.Op {
	case token.MUL:
		st.env[i] = x.load(st, v, i.Type(), i, i.Pos())
	case token.NOT:
		st.env[i] = x.ts.Not(v)
	case token.ARROW:
		if !code.IsDone(i.X) {
			x.join(st, f.InLoop(i.Block()))
		}
		element := i.X.Type().Underlying().(*types.Chan).Elem()
		if !api.IsRef(element) {
			t := st.opaque(i, 0)
			if i.CommaOk {
				t = x.ts.List([]term.Term{t, st.opaque(i, 1)})
			}
			st.env[i] = t
			return nil, false
		}
		ref := st.acquire(i, 0, fate.Object{Origin: fate.Received, Pos: i.Pos(), What: "the reference received here"})
		if !i.CommaOk {
			st.env[i] = ref
			return nil, false
		}
		closed := st.clone()
		delete(closed.fates, x.roles[ref].Object)
		closed.env[i] = x.ts.List([]term.Term{x.ts.Zero(), x.ts.Bool(false)})
		st.env[i] = x.ts.List([]term.Term{ref, x.ts.Bool(true)})
		return []*state{st, closed}, true
	default:
		st.env[i] = x.ts.Make(term.Node{Kind: term.Binary, A: v, Tag: i.Op})
	}
	return nil, false
}

func (st *state) extract(tuple term.Term, i *ssa.Extract) term.Term {
	parts, ok := st.ts.Listed(tuple)
	switch {
	case !ok:
		return st.ts.Make(term.Node{Kind: term.Part, A: tuple, N: i.Index, Tag: "tuple"})
	case i.Index >= len(parts):
		return st.opaque(i, 0)
	}
	return parts[i.Index]
}

// storedRef returns a Ref that was found in memory, so somebody else owns it.
func (st *state) storedRef(i ssa.Instruction) term.Term {
	v := st.opaque(i, 0)
	id := st.object(objectKey{found: v}, fate.Object{Origin: fate.Stored, Pos: i.Pos(), What: "the reference"})
	st.roles[v] = fate.Reference(id)
	st.setFate(id, fate.Fate{Status: fate.Live})
	return v
}

// acquire makes an object that this function owns.
func (st *state) acquire(i ssa.Instruction, sub int, o fate.Object) term.Term {
	return st.acquireAt(i, st.turn(i), sub, o)
}

func (st *state) acquireAt(i ssa.Instruction, at term.At, sub int, o fate.Object) term.Term {
	id := st.object(objectKey{by: i, at: at, sub: sub, pool: o.Pool, lease: o.Lease}, o)
	st.setFate(id, fate.Fate{Status: fate.Live, Count: 1})
	return st.tie(i, at, sub, fate.Reference(id))
}

// holdsObjects reports whether a reference is kept in the memory that t leads to.
func (st *state) holdsObjects(t term.Term) bool {
	if len(st.contents[t]) > 0 {
		return true
	}
	if k := st.ts.Node(t).Kind; k != term.Alloc {
		return false
	}
	for addr, v := range st.mem {
		if st.ts.Root(addr) == t {
			if _, ok := st.roles[v]; ok {
				return true
			}
		}
	}
	return false
}

// begin returns the state at a function's entry. The function owns its Ref
// parameters.
func (x *explorer) begin() *state {
	st := newState(x.values)
	for i, p := range x.top.Params {
		t := x.ts.Param(i)
		st.env[p] = t
		var of *api.Family
		if !api.IsRef(p.Type()) {
			object, _ := x.top.Object().(*types.Func)
			if !x.notes.owns(object, p.Name()) {
				continue
			}
			if of = x.table.Counting(p.Type()); of == nil {
				continue
			}
		}
		id := x.object(objectKey{found: t}, fate.Object{Family: of, Origin: fate.Param, Pos: p.Pos(), What: parameterName(p), Place: place.Parameter(i), Single: true})
		x.roles[t] = fate.Reference(id)
		st.setFate(id, fate.Fate{Status: fate.Live, Count: 1})
	}
	return st
}

func parameterName(p *ssa.Parameter) string {
	if p.Name() == "_" {
		return "the parameter"
	}
	return p.Name()
}
