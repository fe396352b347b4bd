package code

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
)

// A Fill is where a variable may get a value on some paths, for reasons that the function
// does not show: in a loop, of which nobody knows whether it has a turn, or in a function that
// is called with the variable's address.
type Fill struct {
	InLoop bool
	Call   *ssa.CallCommon // or the call
	Arg    int             // with the address as this argument

	at *ssa.BasicBlock
}

// Fills lists where the value v may have been assigned before it is used: another value than
// the constant that it is on other paths.
func Fills(v ssa.Value, use *ssa.BasicBlock) (all []Fill) {
	switch v := v.(type) {
	case *ssa.Phi:
		if filledInLoop(v, use, map[*ssa.Phi]bool{}) {
			all = append(all, Fill{InLoop: true})
		}
	case *ssa.UnOp:
		if base := variableAt(v.X); v.Op == token.MUL && base != nil && base.Parent() == use.Parent() {
			all = fillsOf(base, use)
			all = slices.DeleteFunc(all, func(f Fill) bool { return emptiedSince(f.at, v, use) })
		}
	}
	return all
}

// emptiedSince reports whether a variable is emptied on each way from a block to where it is
// loaded and used.
func emptiedSince(at *ssa.BasicBlock, load *ssa.UnOp, use *ssa.BasicBlock) bool {
	for _, b := range use.Parent().Blocks {
		if b == at || !b.Dominates(use) || reaches(b.Succs, nil, isBlock(at)) {
			continue
		}
		instrs := b.Instrs
		if b == use {
			instrs = instrs[:slices.Index(instrs, ssa.Instruction(load))+1]
		}
		if slices.ContainsFunc(instrs, func(i ssa.Instruction) bool { return empties(i, load) }) {
			return true
		}
	}
	return false
}

// empties reports whether an instruction empties the variable that a value is loaded from.
func empties(instr ssa.Instruction, load *ssa.UnOp) bool {
	switch i := instr.(type) {
	case *ssa.Store:
		_, constant := i.Val.(*ssa.Const)
		return constant && SameAddress(load, i.Addr)
	case *ssa.Call:
		return onlyEmpties(&i.Call) && len(i.Call.Args) == 1 && SameAddress(load, i.Call.Args[0])
	}
	return false
}

// filledInLoop reports whether a phi is something else than a constant after turns of a loop.
func filledInLoop(phi *ssa.Phi, use *ssa.BasicBlock, seen map[*ssa.Phi]bool) bool {
	seen[phi] = true
	for i, edge := range phi.Edges {
		switch edge := edge.(type) {
		case *ssa.Const:
		case *ssa.Phi:
			if !seen[edge] && filledInLoop(edge, use, seen) {
				return true
			}
		default:
			if isTurn(phi.Block().Preds[i], use) {
				return true
			}
		}
	}
	return false
}

// isTurn reports whether a block is in a loop that is over where use is, or leaves one.
func isTurn(b, use *ssa.BasicBlock) bool {
	for ; b != nil; b = b.Idom() {
		if reaches(b.Succs, nil, isBlock(b)) && !reaches(use.Succs, nil, isBlock(b)) && b != use {
			return true
		}
		if b.Dominates(use) {
			return false
		}
	}
	return false
}

// AllocOf returns the variable of a function that an address leads into without following a
// pointer, or nil.
func AllocOf(addr ssa.Value) *ssa.Alloc {
	for {
		switch a := addr.(type) {
		case *ssa.Alloc:
			return a
		case *ssa.FieldAddr:
			addr = a.X
		case *ssa.IndexAddr:
			addr = a.X
		default:
			return nil
		}
	}
}

// variableAt is like AllocOf, but it follows pointers in variables that have only one value.
func variableAt(addr ssa.Value) *ssa.Alloc {
	for range longestWay {
		if base := AllocOf(addr); base != nil {
			return base
		}
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			addr = a.X
		case *ssa.IndexAddr:
			addr = a.X
		case *ssa.UnOp:
			if addr = onlyValue(a.X); addr == nil {
				return nil
			}
		default:
			return nil
		}
	}
	return nil
}

// onlyValue returns the value of a variable that is assigned once in its function, which no
// function literal assigns, or of a field of such a struct; otherwise nil.
func onlyValue(variable ssa.Value) (only ssa.Value) {
	if field, ok := variable.(*ssa.FieldAddr); ok {
		return onlyFieldValue(field)
	}
	alloc, ok := variable.(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, r := range *alloc.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.Store:
			if only != nil || r.Addr != alloc {
				return nil
			}
			only = r.Val
		case *ssa.MakeClosure:
			for k, b := range r.Bindings {
				if fn, ok := r.Fn.(*ssa.Function); b == alloc && (!ok || !onlyLoaded(fn.FreeVars[k])) {
					return nil
				}
			}
		default:
			return nil
		}
	}
	return only
}

// onlyFieldValue is onlyValue of a field of a local struct: all that is done with the struct is
// to take the addresses of its fields.
func onlyFieldValue(field *ssa.FieldAddr) (only ssa.Value) {
	base, ok := field.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, r := range *base.Referrers() {
		if _, isDebug := r.(*ssa.DebugRef); isDebug {
			continue
		}
		addr, ok := r.(*ssa.FieldAddr)
		if !ok {
			return nil
		}
		if addr.Field != field.Field {
			continue
		}
		for _, use := range *addr.Referrers() {
			switch use := use.(type) {
			case *ssa.UnOp, *ssa.DebugRef:
			case *ssa.Store:
				if only != nil || use.Addr != addr {
					return nil
				}
				only = use.Val
			default:
				return nil
			}
		}
	}
	return only
}

func onlyLoaded(captured *ssa.FreeVar) bool {
	return !slices.ContainsFunc(*captured.Referrers(), func(r ssa.Instruction) bool {
		switch r.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
			return false
		}
		return true
	})
}

// fillsOf lists what may assign a variable, or a part of one, whose address is given.
func fillsOf(addr ssa.Value, use *ssa.BasicBlock) (all []Fill) {
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			all = append(all, fillsOf(r, use)...)
		case *ssa.IndexAddr:
			all = append(all, fillsOf(r, use)...)
		case *ssa.Store:
			if _, constant := r.Val.(*ssa.Const); !constant && r.Addr == addr && isTurn(r.Block(), use) {
				all = append(all, Fill{InLoop: true, at: r.Block()})
			}
			if r.Val == addr {
				all = append(all, fillsFrom(r, use)...)
			}
		case *ssa.MakeClosure:
			for k, b := range r.Bindings {
				if b == addr && fillsBound(r, k) {
					all = append(all, givenTo(r, use)...)
				}
			}
		case *ssa.Call:
			all = append(all, givenAs(addr, &r.Call, r.Block(), use)...)
		}
	}
	return all
}

// fillsFrom lists what may assign a variable whose address is stored: whatever does so by way
// of a variable that has the address, or others, who find it elsewhere.
func fillsFrom(stored *ssa.Store, use *ssa.BasicBlock) (all []Fill) {
	if onlyValue(stored.Addr) == nil {
		return []Fill{{InLoop: true, at: stored.Block()}}
	}
	for _, pointer := range sameField(stored.Addr) {
		for _, r := range *pointer.Referrers() {
			switch r := r.(type) {
			case *ssa.UnOp:
				all = append(all, fillsOf(r, use)...)
			case *ssa.MakeClosure:
				all = append(all, givenTo(r, use)...)
			}
		}
	}
	return all
}

// givenAs lists the calls that get an address, or a function literal.
func givenAs(v ssa.Value, call *ssa.CallCommon, b, use *ssa.BasicBlock) (all []Fill) {
	for i, a := range call.Args {
		if a == v && !onlyEmpties(call) {
			all = append(all, Fill{InLoop: isTurn(b, use), Call: call, Arg: i, at: b})
		}
	}
	return all
}

// givenTo lists what calls a function literal, but for the function itself.
func givenTo(literal *ssa.MakeClosure, use *ssa.BasicBlock) (all []Fill) {
	for _, r := range *literal.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef, *ssa.Defer, *ssa.Go:
		case *ssa.Call:
			if r.Call.Value == literal {
				all = append(all, Fill{InLoop: isTurn(r.Block(), use), at: r.Block()})
			}
			all = append(all, givenAs(literal, &r.Call, r.Block(), use)...)
		default:
			all = append(all, Fill{InLoop: true, at: r.Block()}) // nobody knows how often it is called
		}
	}
	return all
}

// fillsBound reports whether a function literal may assign a captured variable something else
// than a constant.
func fillsBound(literal *ssa.MakeClosure, binding int) bool {
	fn, ok := literal.Fn.(*ssa.Function)
	return !ok || binding >= len(fn.FreeVars) || fillsThrough(fn.FreeVars[binding])
}

func fillsThrough(addr ssa.Value) bool {
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.FieldAddr:
			if fillsThrough(r) {
				return true
			}
		case *ssa.Store:
			if _, constant := r.Val.(*ssa.Const); !constant {
				return true
			}
		case ssa.CallInstruction:
			if !onlyEmpties(r.Common()) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// onlyEmpties reports whether a function leaves the variable that it is given empty, or as it
// is: Drop, Move, and the methods of references.
func onlyEmpties(call *ssa.CallCommon) bool {
	callee := Callee(call)
	return callee != nil && api.Declares(callee.Object())
}
