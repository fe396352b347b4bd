package ownership

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// A checker checks one package.
type checker struct {
	pass      *analysis.Pass
	pkg       *ssa.Package
	table     *table
	notes     *annotations
	functions map[*ssa.Function]*function
	summaries map[*ssa.Function]*summary // nil while it is being made
	relevant  map[*ssa.Function]bool     // they count references themselves
	asked     map[*ssa.Function]bool
	once      map[*ssa.Alloc]bool    // variables with one value only
	covered   map[*ssa.Function]bool // literals that were walked where they are called
	endless   map[*ssa.Function]bool // they never return
	pooled    map[types.Type]bool    // element types of pools, as far as this package shows
	callees   map[*ssa.Function][]*ssa.Function
	callers   map[*types.Func][]*ssa.CallCommon
	reported  map[findingKey]bool
	keeps     map[*types.Var]bool // slice fields whose capacity goes to the next owner
	sources   []*ssa.Function
}

func (c *checker) function(fn *ssa.Function) *function {
	f := c.functions[fn]
	if f == nil {
		f = newFunction(fn)
		c.functions[fn] = f
	}
	return f
}

// run checks all functions of the package.
func (c *checker) run() {
	c.findRelevant()
	resets := c.findResets()
	c.noteKept()
	for _, fn := range c.sources {
		if c.isRelevant(fn) && !c.covered[fn] {
			c.explore(fn)
		}
	}
	c.exportFacts()
	c.checkValues()
	c.checkResets(resets)
	c.notes.report(c.pass)
}

// isRelevant says whether a function counts references, or calls one that does
// so for it.
func (c *checker) isRelevant(fn *ssa.Function) bool {
	if c.relevant[fn] {
		return true
	}
	if known, ok := c.asked[fn]; ok {
		return known
	}
	c.asked[fn] = false
	for _, callee := range c.callees[fn] {
		if c.isRelevant(callee) && c.explore(callee) != nil && c.explore(callee).active() {
			c.asked[fn] = true
			return true
		}
	}
	return false
}

// explore walks a function, once, and reports what is wrong in it.
func (c *checker) explore(fn *ssa.Function) *summary {
	if s, done := c.summaries[fn]; done {
		return s
	}
	c.summaries[fn] = nil
	x := newExplorer(c, fn)
	st := x.begin()
	exits := x.walk(x.top, st)
	for i := range exits {
		x.finish(&exits[i])
	}
	x.checkParameters(exits)
	x.checkRetained(exits)
	x.findLost(exits)
	x.hint(exits)
	s := x.summarize(exits)
	if object, ok := fn.Object().(*types.Func); ok {
		c.annotate(object, s)
	}
	c.summaries[fn] = s
	x.flush()
	return s
}

// never says whether a function of this package does not return.
func (c *checker) never(fn *ssa.Function) bool {
	if fn.Pkg != c.pkg || len(fn.Blocks) == 0 {
		return false
	}
	if known, ok := c.endless[fn]; ok {
		return known
	}
	c.endless[fn] = false // while it is being found out
	seen := map[*ssa.BasicBlock]bool{}
	var returns func(b *ssa.BasicBlock) bool
	returns = func(b *ssa.BasicBlock) bool {
		if seen[b] {
			return false
		}
		seen[b] = true
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Return:
				return true
			case *ssa.Call:
				if callee := instr.Call.StaticCallee(); callee != nil && c.never(callee) {
					return false
				}
			}
		}
		return slices.ContainsFunc(b.Succs, returns)
	}
	c.endless[fn] = !returns(fn.Blocks[0]) && (fn.Recover == nil || !c.function(fn).recover)
	return c.endless[fn]
}

// summaryOf is what is known of a function: its summary, if its body is here,
// or a fact of the package that it belongs to. It is nil if nothing is known,
// or nothing worth knowing.
func (x *explorer) summaryOf(st *state, fn *ssa.Function, object *types.Func, args []term) *summary {
	if fn == nil { // a method of an interface: only its doc comment tells
		if d := x.notes.byFunc[object]; d != nil {
			s := &summary{Outcomes: []outcome{{}}}
			x.annotate(object, s)
			return s
		}
	} else if fn.Pkg == x.pkg && len(fn.Blocks) > 0 {
		if !x.isRelevant(fn) && !x.concerning(st, args) && !decides(fn) {
			return nil
		}
		return x.explore(fn)
	}
	var f fact
	if x.pass.ImportObjectFact(object, &f) {
		return &f.Summary
	}
	return nil
}

// decides says whether a function is one that conditions are made of, and
// small: then it is worth knowing which results belong to which arguments.
func decides(fn *ssa.Function) bool {
	results := fn.Signature.Results()
	if results.Len() == 0 || len(fn.Blocks) > maxDeciding {
		return false
	}
	last := results.At(results.Len() - 1).Type()
	return isErrorType(last) || isBool(last)
}

const maxDeciding = 12 // blocks

// concerning says whether one of the arguments leads to an object.
func (x *explorer) concerning(st *state, args []term) bool {
	for _, a := range args {
		if len(x.reachable(st, a)) > 0 {
			return true
		}
	}
	return false
}

// begin is the state at a function's entry. Its Ref parameters are owned.
func (x *explorer) begin() *state {
	st := newState()
	for i, p := range x.top.Params {
		t := x.ts.make(node{kind: kParam, n: i})
		st.env[p] = t
		var of *family
		if !isRef(p.Type()) {
			object, _ := x.top.Object().(*types.Func)
			if !x.notes.owns(object, p.Name()) {
				continue
			}
			if of = x.familyOf(p.Type()); of == nil {
				continue
			}
		}
		id := x.object(objectKey{at: t}, object{family: of, origin: param, pos: p.Pos(), what: "the parameter " + p.Name(), param: place{Root: i}, single: true})
		x.roles[t] = role{id, asReference}
		st.setFate(id, fate{status: live, count: 1})
	}
	return st
}

// finish is the end of a path: results are handed over, and what this function
// still owns has leaked.
func (x *explorer) finish(e *exit) {
	if e.panicked {
		return
	}
	st := e.st
	for _, r := range e.results {
		x.returned(st, r, e.pos)
	}
	for _, id := range slices.Sorted(maps.Keys(st.fates)) {
		f, o := st.fates[id], &x.objects[id]
		if f.status == dead {
			for _, l := range f.loans {
				if (l.how == toField || l.how == toGlobal) && st.mem[l.addr] == l.held {
					x.find(st, finding{category: Escape, pos: l.pos, id: id, how: l.how, other: f.at, otherText: "and released here"})
				}
			}
		}
		if o.family != nil && (o.family.Lossy || o.origin != acquired) || o.single || o.origin != acquired && o.origin != received {
			continue
		}
		if o.family != nil && (f.abroad || f.contained || x.isPart(st, id)) {
			continue // who knows what was made of it
		}
		switch {
		case f.status == live && f.count > 0:
			pos := o.pos
			if f.retained.IsValid() && o.family != nil {
				pos = f.retained
			}
			x.find(st, finding{category: Leak, pos: pos, id: id, other: e.pos, otherText: "the function returns here without releasing it", contained: f.contained})
		case f.status == gone && f.partial != token.NoPos:
			x.find(st, finding{category: Leak, pos: o.pos, id: id, other: f.partial, otherText: "the function that it is handed to does not release it on all of its paths"})
		}
	}
}

// isPart says whether an object is in a field or an element of something.
func (x *explorer) isPart(st *state, id objectID) bool {
	for addr, v := range st.mem {
		if r, ok := x.roles[v]; ok && r.object == id {
			if k := x.ts.node(addr).kind; k == kField || k == kIndex {
				return true
			}
		}
	}
	return false
}

// returned hands a result to the caller.
func (x *explorer) returned(st *state, v term, pos token.Pos) {
	leases := map[objectID]bool{}
	var all []role
	x.reach(st, v, map[term]bool{}, func(r role, _ term) {
		if !slices.Contains(all, r) {
			all = append(all, r)
		}
	})
	_, direct := x.roles[v]
	isClosure := x.ts.node(v).kind == kClosure
	for _, r := range all {
		if r.as != asReference {
			x.goesAlong(st, x.objects[r.object].lease)
		}
		f := st.fate(r.object)
		if (r.as == asReference || r.as == asCleanup) && x.owns(f) {
			x.move(st, r.object, toResult, pos, 0)
			leases[x.objects[r.object].lease] = true
		} else if x.owns(f) { // its memory, without what it came in
			f.passed = true
			st.setFate(r.object, f)
		}
	}
	for _, r := range all {
		f, o := st.fate(r.object), &x.objects[r.object]
		if f.status != dead || leases[o.lease] || isClosure && !f.deferred || f.detached {
			continue
		}
		if r.as == asReference && (!direct && !isClosure || o.family != nil && o.family.counted && o.origin != acquired || o.origin == stored) {
			continue
		}
		if r.as != asReference && x.leaseHeld(st, o.lease) {
			continue
		}
		if o.origin == param && r.as == asReference && o.single && !f.deferred {
			continue
		}
		found := finding{category: UseAfterRelease, pos: pos, id: r.object, other: f.at, otherText: x.releasedText(r.object, f)}
		if f.deferred {
			found.category, found.how, found.borrowed, found.otherText = Escape, toResult, r.as != asReference, x.releasedText(r.object, f)+", when the function returns"
		}
		x.find(st, found)
		st.toTop(r.object)
	}
}

// checkParameters looks at the Ref parameters, which a function owns: one that
// it releases on some paths only leaks on the others, unless its callers see
// to that. One that it never releases is borrowed, if the callers go on to use
// it, and a leak otherwise.
func (x *explorer) checkParameters(exits []exit) {
	fn := x.top.Function
	if fn.Parent() != nil || x.gaveUp {
		return
	}
	for i, p := range fn.Params {
		if i == 0 && fn.Signature.Recv() != nil {
			continue
		}
		id := x.roles[x.ts.make(node{kind: kParam, n: i})].object
		if id == 0 || !x.objects[id].single {
			continue
		}
		gave, lost := 0, 0
		var leak *exit
		for k := range exits {
			e := &exits[k]
			if e.panicked {
				continue
			}
			switch f := e.st.fate(id); {
			case f.status == top:
				lost++
			case f.status == live && f.count > 0:
				if leak == nil || leak.st.trail.len() > e.st.trail.len() {
					leak = e
				}
			default:
				gave++
			}
		}
		if leak == nil || lost > 0 {
			continue
		}
		object, _ := fn.Object().(*types.Func)
		if x.notes.borrows(object, p.Name()) || x.callersKeep(object, i) {
			continue
		}
		if gave == 0 && len(x.callers[object]) == 0 && !token.IsExported(fn.Name()) && !x.notes.owns(object, p.Name()) {
			continue
		}
		x.find(leak.st, finding{category: Leak, pos: p.Pos(), id: id, other: leak.pos, otherText: "the function returns here without releasing it"})
		for k := range exits { // the rule holds for the callers all the same
			if f := exits[k].st.fate(id); f.status == live {
				f.status, f.at = dead, p.Pos()
				exits[k].st.setFate(id, f)
			}
		}
	}
}

// callersKeep says whether some caller in this package releases the argument
// itself.
func (c *checker) callersKeep(fn *types.Func, i int) bool {
	for _, call := range c.callers[fn] {
		if i < len(call.Args) && releasedElsewhere(call.Args[i]) {
			return true
		}
	}
	return false
}

func releasedElsewhere(v ssa.Value) bool {
	cells := []ssa.Value{v}
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		cells = append(cells, load.X)
		if referrers := load.X.Referrers(); referrers != nil {
			for _, r := range *referrers {
				if other, ok := r.(*ssa.UnOp); ok {
					cells = append(cells, other)
				}
			}
		}
	}
	for _, cell := range cells {
		referrers := cell.Referrers()
		if referrers == nil {
			continue
		}
		for _, r := range *referrers {
			call, ok := r.(ssa.CallInstruction)
			if !ok {
				if closure, ok := r.(*ssa.MakeClosure); ok {
					if fn, _ := closure.Fn.(*ssa.Function); fn != nil && fn.Object() != nil && fn.Object().Name() == "Release" {
						return true
					}
					for i, b := range closure.Bindings {
						if b == cell && capturedReleases(closure.Fn.(*ssa.Function), i) {
							return true
						}
					}
				}
				continue
			}
			callee := call.Common().StaticCallee()
			if callee == nil {
				continue
			}
			if origin := callee.Origin(); origin != nil {
				callee = origin
			}
			if o := callee.Object(); o != nil && o.Pkg() != nil && o.Pkg().Path() == rcpoolPath && (o.Name() == "Release" || o.Name() == "Drop") {
				return true
			}
		}
	}
	return false
}

func capturedReleases(fn *ssa.Function, i int) bool {
	return i < len(fn.FreeVars) && releasedElsewhereFree(fn.FreeVars[i])
}

func releasedElsewhereFree(v *ssa.FreeVar) bool {
	if v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		if load, ok := r.(*ssa.UnOp); ok && releasedElsewhere(load) {
			return true
		}
	}
	return false
}

// checkRetained looks at references that this function takes of what it was
// lent. If it gives one back on some paths, and still has it where it returns
// an error, it has forgotten it there.
func (x *explorer) checkRetained(exits []exit) {
	if x.gaveUp {
		return
	}
	for k := range exits {
		e := &exits[k]
		n := len(e.results)
		if e.panicked || n == 0 || !isErrorType(x.top.Signature.Results().At(n-1).Type()) || !x.ts.notNil(e.results[n-1]) {
			continue
		}
		for id, f := range e.st.fates {
			o := &x.objects[id]
			if f.status != live || f.count == 0 || f.taken == 0 || o.origin == acquired || o.single {
				continue
			}
			for _, other := range exits {
				if g := other.st.fates[id]; !other.panicked && g != nil && g.status == live && g.count == 0 && g.retained == f.retained {
					x.find(e.st, finding{category: Leak, pos: f.retained, id: id, other: e.pos, otherText: "the function returns here without releasing it"})
					break
				}
			}
		}
	}
}

// findLost notes the acquisitions that are given up or on in no way, on no
// path.
func (x *explorer) findLost(exits []exit) {
	x.alwaysLost = map[token.Pos]bool{}
	if x.gaveUp {
		return
	}
	for _, e := range exits {
		for id, f := range e.st.fates {
			o := &x.objects[id]
			lost, seen := x.alwaysLost[o.pos]
			x.alwaysLost[o.pos] = (lost || !seen) && f.status == live && len(f.loans) == 0 && !f.contained
		}
	}
}

// hint reports objects of pools that may be lost, if no path puts them back.
func (x *explorer) hint(exits []exit) {
	if x.gaveUp {
		return
	}
	type seen struct {
		kept, gave int
		st         *state
		e          *exit
	}
	sites := map[token.Pos]*seen{}
	ids := map[token.Pos]objectID{}
	for k := range exits {
		e := &exits[k]
		if e.panicked {
			continue
		}
		for id, f := range e.st.fates {
			o := &x.objects[id]
			if o.family == nil || !o.family.Lossy || o.origin != acquired || o.wrapped {
				continue
			}
			s := sites[o.pos]
			if s == nil {
				s = &seen{}
				sites[o.pos] = s
				ids[o.pos] = id
			}
			if f.status == live && f.count > 0 && len(f.loans) == 0 && !f.passed {
				s.kept++
				s.st, s.e = e.st, e
			} else {
				s.gave++
			}
		}
	}
	for _, pos := range slices.Sorted(maps.Keys(sites)) {
		if s := sites[pos]; s.gave == 0 && s.kept > 0 && !x.isFresh(ids[pos]) {
			x.find(s.st, finding{category: Leak, pos: pos, id: ids[pos], other: s.e.pos, otherText: "the function returns here without putting it back", lossy: true})
		}
	}
}

// isFresh says whether an object was not taken from a pool, but is put into one.
func (x *explorer) isFresh(id objectID) bool {
	for key, i := range x.index {
		if i == id {
			_, isTerm := key.at.(term)
			return isTerm
		}
	}
	return false
}

// findRelevant marks the functions in which references occur, and those that
// call them.
func (c *checker) findRelevant() {
	for id, instance := range c.pass.TypesInfo.Instances {
		if o := c.pass.TypesInfo.Uses[id]; o != nil && o.Pkg() != nil && o.Pkg().Path() == rcpoolPath && (o.Name() == "Pool" || o.Name() == "Ref") {
			c.pooled[types.Unalias(instance.TypeArgs.At(0))] = true
		}
	}
	for _, fn := range c.sources {
		for _, p := range fn.Params {
			if t := deref(p.Type()); holdsRef(t) || c.pooled[types.Unalias(t)] && t != p.Type() {
				c.relevant[fn] = true
			}
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if mk, ok := instr.(*ssa.MakeClosure); ok {
					if f, ok := mk.Fn.(*ssa.Function); ok {
						if o, ok := f.Object().(*types.Func); ok && c.tracks(o) {
							c.relevant[fn] = true
						}
						c.callees[fn] = append(c.callees[fn], f)
					}
				}
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				common := call.Common()
				if common.IsInvoke() {
					if c.tracks(common.Method) {
						c.relevant[fn] = true
					}
					continue
				}
				if r := common.Signature().Results(); r != nil {
					for v := range r.Variables() {
						if isRef(v.Type()) {
							c.relevant[fn] = true
						}
					}
				}
				callee := common.StaticCallee()
				if callee == nil {
					continue
				}
				if origin := callee.Origin(); origin != nil {
					callee = origin
				}
				if o, ok := callee.Object().(*types.Func); ok {
					o = o.Origin()
					if c.tracks(o) || o.Pkg() != c.pass.Pkg && c.hasFact(o) {
						c.relevant[fn] = true
					}
					c.callers[o] = append(c.callers[o], common)
					if real := c.pkg.Prog.FuncValue(o); real != nil {
						callee = real
					}
				}
				c.callees[fn] = append(c.callees[fn], callee)
			}
		}
	}
	for fn := range c.relevant { // a literal is walked as part of what is around it
		for parent := fn.Parent(); parent != nil && !c.relevant[parent]; parent = parent.Parent() {
			c.relevant[parent] = true
		}
	}
}

// tracks says whether a function is one of those that references are counted
// with.
func (c *checker) tracks(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	if fn.Pkg().Path() == rcpoolPath {
		switch recv := fn.Signature().Recv(); {
		case recv != nil:
			return isRef(recv.Type()) || isPool(deref(recv.Type())) && (fn.Name() == "Get" || fn.Name() == "With")
		default:
			return fn.Name() == "Move" || fn.Name() == "Drop"
		}
	}
	return c.table.lookup(fn) != nil
}

func (c *checker) hasFact(fn *types.Func) bool {
	var f fact
	return c.pass.ImportObjectFact(fn, &f)
}

// releasable says whether a pointer type has a method that releases it.
func (c *checker) releasable(t types.Type) bool {
	for _, name := range []string{"Release", "Free", "DecRef", "DecrRef", "DecrementReferenceCount"} {
		object, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if fn, ok := object.(*types.Func); ok && c.tracks(fn) {
			return true
		}
	}
	return false
}

func (c *checker) global(name string) *ssa.Global {
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return nil
	}
	pkg := c.pkg
	if name[:i] != c.pkg.Pkg.Path() {
		pkg = c.pkg.Prog.ImportedPackage(name[:i])
	}
	if pkg == nil {
		return nil
	}
	return pkg.Var(name[i+1:])
}

func (c *checker) exportFacts() {
	for object := range c.notes.byFunc {
		if c.pkg.Prog.FuncValue(object) == nil { // a method of an interface
			s := &summary{Outcomes: []outcome{{}}}
			c.annotate(object, s)
			c.pass.ExportObjectFact(object, &fact{*s})
		}
	}
	for _, fn := range c.sources {
		object, ok := fn.Object().(*types.Func)
		if !ok || object.Pkg() != c.pass.Pkg {
			continue
		}
		if s := c.summaries[fn]; s != nil && (!s.trivial() || c.relevant[fn]) {
			c.pass.ExportObjectFact(object, &fact{*s})
		}
	}
}

// A fact is the summary of a function, for other packages.
type fact struct{ Summary summary }

func (*fact) AFact()           {}
func (f *fact) String() string { return f.Summary.String() }

// file is the syntax that pos is in.
func (c *checker) file(pos token.Pos) *ast.File {
	for _, f := range c.pass.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			return f
		}
	}
	return nil
}
