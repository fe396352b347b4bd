package code

import (
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A callGraph has the calls that a package shows.
type callGraph struct {
	callees map[*ssa.Function][]*ssa.Function
	callers map[*types.Func][]*ssa.CallCommon
	naming  map[*ssa.Function][]ssa.CallInstruction // the calls that name a function
	invoked map[string][]ssa.CallInstruction        // the calls through interfaces, by the names of the methods
	above   map[*ssa.Function][]*ssa.Function       // of callees; nil until somebody asks
}

// Callees returns what a function may run: the functions that it calls, by their names
// or through variables that have only one, and the function literals that it makes.
func (p *Package) Callees(fn *ssa.Function) []*ssa.Function { return p.callGraph().callees[fn] }

// Callers returns the calls of a function, and of its instances.
func (p *Package) Callers(fn *types.Func) []*ssa.CallCommon { return p.callGraph().callers[fn] }

// HasUnknownCallers reports whether a function is called in ways that the package does
// not show: it is used as a value, or unexported and not called by name.
func (p *Package) HasUnknownCallers(fn *types.Func) bool {
	return p.IsValue(fn) || len(p.Callers(fn)) == 0 && !fn.Exported()
}

// HasCallers reports whether a function is called by its name, or may be called in another way:
// it is exported or used as a value, or it is a method that has the name of one that is called
// through an interface.
func (p *Package) HasCallers(fn *types.Func) bool {
	return len(p.Callers(fn)) > 0 || fn.Exported() || p.IsValue(fn) ||
		len(p.callersThrough(fn)) > 0
}

// callersThrough returns the calls through interfaces of methods with the name of a method,
// which may be this one.
func (p *Package) callersThrough(fn *types.Func) []ssa.CallInstruction {
	if fn.Signature().Recv() == nil {
		return nil
	}
	return p.callGraph().invoked[fn.Name()]
}

// CallersRelease reports whether some caller releases argument number i itself, or uses it after
// the call. A caller that only passes on what it has been given asks its own callers. If the function
// gives the argument away on some ways, a release counts only that a way leads to from the call.
func (p *Package) CallersRelease(fn *types.Func, i int, gives bool) bool {
	released := func(_ *ssa.CallCommon, v ssa.Value) bool { return Released(v) }
	if gives {
		released = releasedAfter
	}
	return p.callersRelease(fn, i, released, map[parameterAt]bool{})
}

// A parameterAt is a parameter of a function, by its number.
type parameterAt struct {
	of     *types.Func
	number int
}

func (p *Package) callersRelease(fn *types.Func, i int, released func(*ssa.CallCommon, ssa.Value) bool, seen map[parameterAt]bool) bool {
	if seen[parameterAt{fn, i}] {
		return false
	}
	seen[parameterAt{fn, i}] = true
	for _, call := range p.Callers(fn) {
		if i >= len(call.Args) {
			continue
		}
		if released(call, call.Args[i]) || usedAfter(call, call.Args[i]) {
			return true
		}
		if from, k := passedOn(call.Args[i]); from != nil && p.callersRelease(from, k, released, seen) {
			return true
		}
	}
	for _, call := range p.callersThrough(fn) { // whose arguments do not have the receiver
		if args := call.Common().Args; 0 < i && i <= len(args) && releasedOnSomeWay(call, args[i-1]) {
			return true
		}
	}
	return false
}

// passedOn returns the declared function whose parameter a value is, with the parameter's number;
// nil if it is something else.
func passedOn(v ssa.Value) (fn *types.Func, number int) {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL { // of a parameter that has an address
		if all := storedIn(load.X); len(all) == 1 {
			v = all[0]
		}
	}
	param, ok := v.(*ssa.Parameter)
	if !ok {
		return nil, 0
	}
	fn, ok = param.Parent().Object().(*types.Func)
	if !ok {
		return nil, 0
	}
	return fn.Origin(), slices.Index(param.Parent().Params, param)
}

// releasedOnSomeWay reports whether a value is released after a call if what the call has
// returned says so: in another block.
func releasedOnSomeWay(call ssa.CallInstruction, v ssa.Value) bool {
	for _, cell := range sameVariable(v) {
		if cell.Referrers() == nil {
			continue
		}
		for _, use := range *cell.Referrers() {
			if release, ok := use.(ssa.CallInstruction); ok && Releases(release.Common()) && release.Block() != call.Block() && call.Block().Dominates(release.Block()) {
				return true
			}
		}
	}
	return false
}

// ComeTogether reports whether some caller passes, as arguments number i and j, two results of
// one call: what the one is tells about the other.
func (p *Package) ComeTogether(fn *types.Func, i, j int) bool {
	for _, call := range p.Callers(fn) {
		if i >= len(call.Args) || j >= len(call.Args) {
			continue
		}
		a, ok := call.Args[i].(*ssa.Extract)
		b, both := call.Args[j].(*ssa.Extract)
		if ok && both && a.Tuple == b.Tuple {
			return true
		}
	}
	return false
}

// CallersKeep reports whether some caller may have a reference to argument number i besides
// the one that it gives away: it counts its references, or puts the argument somewhere, too.
func (p *Package) CallersKeep(fn *types.Func, i int, counts func(*ssa.CallCommon) bool) bool {
	for _, call := range p.Callers(fn) {
		if i >= len(call.Args) {
			continue
		}
		for _, v := range sameVariable(call.Args[i]) {
			if v.Referrers() == nil {
				return true
			}
			for _, use := range *v.Referrers() {
				if keeps(use, v, call, counts) {
					return true
				}
			}
		}
	}
	return false
}

// keeps reports whether v may be somewhere after a use of it that is not a certain call, or
// its references are counted there.
func keeps(use ssa.Instruction, v ssa.Value, other *ssa.CallCommon, counts func(*ssa.CallCommon) bool) bool {
	switch use := use.(type) {
	case *ssa.DebugRef, *ssa.BinOp, *ssa.UnOp:
		return false
	case *ssa.Store:
		return use.Val == v
	case ssa.CallInstruction:
		call := use.Common()
		isReceiver := call.IsInvoke() && call.Value == v
		return call != other && (!isReceiver || counts(call))
	}
	return true
}

// MayCall reports whether a function is one of some functions, or calls one, perhaps
// through others.
func (p *Package) MayCall(fn *ssa.Function, some map[*ssa.Function]bool) bool {
	seen := map[*ssa.Function]bool{fn: true}
	for stack := []*ssa.Function{fn}; len(stack) > 0; {
		fn := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if some[fn] {
			return true
		}
		for _, callee := range p.Callees(fn) {
			if !seen[callee] {
				seen[callee] = true
				stack = append(stack, callee)
			}
		}
	}
	return false
}

// leadingTo returns the functions that may call one of some functions, perhaps through
// others, and those functions themselves.
func (p *Package) leadingTo(some map[*ssa.Function]bool) map[*ssa.Function]bool {
	g := p.callGraph()
	if g.above == nil {
		g.above = map[*ssa.Function][]*ssa.Function{}
		for fn, callees := range g.callees {
			for _, callee := range callees {
				g.above[callee] = append(g.above[callee], fn)
			}
		}
	}
	leading := map[*ssa.Function]bool{}
	for stack := slices.Collect(maps.Keys(some)); len(stack) > 0; {
		fn := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !leading[fn] {
			leading[fn] = true
			stack = append(stack, g.above[fn]...)
		}
	}
	return leading
}

// CalleeOf returns the function that a call calls by its name, or through a variable that
// has only one; otherwise nil.
func (p *Package) CalleeOf(call *ssa.CallCommon) *ssa.Function {
	if callee := Callee(call); callee != nil {
		return callee
	}
	return p.FunctionIn(call.Value)
}

// CallsOf returns the calls of a function of this package that name it.
func (p *Package) CallsOf(fn *ssa.Function) []ssa.CallInstruction {
	return p.callGraph().naming[fn]
}

func (p *Package) callGraph() *callGraph {
	if p.calls != nil {
		return p.calls
	}
	p.calls = &callGraph{
		callees: map[*ssa.Function][]*ssa.Function{}, callers: map[*types.Func][]*ssa.CallCommon{},
		naming: map[*ssa.Function][]ssa.CallInstruction{}, invoked: map[string][]ssa.CallInstruction{},
	}
	for _, fn := range p.Sources {
		for instr := range Instructions(fn) {
			switch i := instr.(type) {
			case *ssa.MakeClosure:
				if literal, ok := i.Fn.(*ssa.Function); ok {
					p.calls.callees[fn] = append(p.calls.callees[fn], literal)
				}
			case ssa.CallInstruction:
				p.noteCall(fn, i)
			}
		}
	}
	return p.calls
}

func (p *Package) noteCall(fn *ssa.Function, instr ssa.CallInstruction) {
	call := instr.Common()
	if call.IsInvoke() {
		name := call.Method.Name()
		p.calls.invoked[name] = append(p.calls.invoked[name], instr)
		return
	}
	if named := Callee(call); named != nil {
		p.calls.naming[named] = append(p.calls.naming[named], instr)
	}
	callee := p.CalleeOf(call)
	if callee == nil {
		return
	}
	if object, ok := callee.Object().(*types.Func); ok {
		object = object.Origin()
		p.calls.callers[object] = append(p.calls.callers[object], call)
		if declared := p.Declared(object); declared != nil {
			callee = declared
		}
	}
	p.calls.callees[fn] = append(p.calls.callees[fn], callee)
}

// maxPassed limits through how many functions a function is passed on.
const maxPassed = 3

// FunctionsPassed returns the functions that a parameter may have, by the calls of its function. It
// is not known if the value is no parameter, or if the package does not show all of the calls.
func (p *Package) FunctionsPassed(v ssa.Value) (all []*ssa.Function, known bool) {
	return p.functionsPassed(v, 0)
}

func (p *Package) functionsPassed(v ssa.Value, depth int) (all []*ssa.Function, known bool) {
	object, i := passedOn(v)
	if object == nil || depth == maxPassed || p.HasUnknownCallers(object) || object.Exported() && p.Types.Name() != "main" || len(p.callersThrough(object)) > 0 {
		return nil, false
	}
	for _, call := range p.Callers(object) {
		if i >= len(call.Args) {
			return nil, false
		}
		switch arg := call.Args[i].(type) {
		case *ssa.Const: // nil
		case *ssa.Function:
			all = append(all, arg)
		case *ssa.MakeClosure:
			all = append(all, arg.Fn.(*ssa.Function))
		default:
			passed, known := p.functionsPassed(arg, depth+1)
			if !known {
				return nil, false
			}
			all = append(all, passed...)
		}
	}
	return all, len(all) > 0
}
