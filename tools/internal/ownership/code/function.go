package code

import (
	"go/types"
	"iter"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"golang.org/x/tools/go/ssa"
)

// A Function is what a walk asks of a function's code.
type Function struct {
	*ssa.Function
	Values   []ssa.Value // of all parameters, captured variables and instructions: their numbers are the indexes
	Recovers bool        // a deferred function of it calls recover

	live     map[*ssa.BasicBlock][]int32 // the numbers of the values that are used at or after its beginning
	first    []int32                     // by block: the number of the first value of its instructions
	feeding  []bool                      // by the number of a value
	repeats  map[ssa.Instruction]bool
	loops    map[*ssa.BasicBlock]bool // blocks that can be reached from themselves
	chosen   map[*ssa.BasicBlock]choice
	picking  []*ssa.BasicBlock
	workEnds []*ssa.BasicBlock // where it goes on after its loops over work lists
}

// Feeds reports whether the value with a number decides a condition, or is a result that
// callers test.
func (f *Function) Feeds(number int) bool { return f.feeding[number] }

// Repeats reports whether a load or a call is written more than once.
func (f *Function) Repeats(i ssa.Instruction) bool { return f.repeats[i] }

// InLoop reports whether a block can be reached from itself.
func (f *Function) InLoop(b *ssa.BasicBlock) bool { return f.loops[b] }

func newFunction(fn *ssa.Function) *Function {
	f := &Function{Function: fn, first: make([]int32, len(fn.Blocks)), repeats: map[ssa.Instruction]bool{}}
	for _, p := range fn.Params {
		f.Values = append(f.Values, p)
	}
	for _, v := range fn.FreeVars {
		f.Values = append(f.Values, v)
	}
	for instr := range Instructions(fn) {
		if b := instr.Block(); instr == b.Instrs[0] {
			f.first[b.Index] = int32(len(f.Values))
		}
		if v, ok := instr.(ssa.Value); ok {
			f.Values = append(f.Values, v)
		}
		if d, ok := instr.(*ssa.Defer); ok {
			f.Recovers = f.Recovers || recovers(d.Call.Value)
		}
	}
	f.live = findLive(f)
	f.findFeeding()
	f.findRepeats()
	f.findLoops()
	return f
}

// Alive goes through the numbers of the values that may be used at or after an instruction.
func (f *Function) Alive(b *ssa.BasicBlock, index int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, number := range f.live[b] {
			if !yield(int(number)) {
				return
			}
		}
		if index <= PhiCount(b) {
			return
		}
		number := int(f.first[b.Index])
		for _, instr := range b.Instrs[:index] {
			if _, ok := instr.(ssa.Value); !ok {
				continue
			}
			if !yield(number) {
				return
			}
			number++
		}
	}
}

// findFeeding marks backwards from the conditions, from the results, and from the errors that
// calls are given: the callee may return only if there is none.
func (f *Function) findFeeding() {
	feeding := map[ssa.Value]bool{}
	var mark func(v ssa.Value)
	mark = func(v ssa.Value) {
		if v == nil || feeding[v] {
			return
		}
		feeding[v] = true
		for _, from := range madeFrom(v) {
			mark(from)
		}
	}
	for instr := range Instructions(f.Function) {
		if call, ok := instr.(*ssa.Call); ok && call.Call.StaticCallee() != nil {
			for _, arg := range call.Call.Args {
				if api.IsError(arg.Type()) {
					mark(arg)
				}
			}
		}
	}
	for _, b := range f.Blocks {
		switch last := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.If:
			mark(last.Cond)
		case *ssa.Return:
			for _, r := range last.Results {
				switch r.Type().Underlying().(type) {
				case *types.Basic, *types.Interface, *types.Pointer:
					mark(r)
				default: // callers ask only whether it is nil
					feeding[r] = true
				}
			}
		}
	}
	f.feeding = make([]bool, len(f.Values))
	for number, v := range f.Values {
		f.feeding[number] = feeding[v]
	}
}

// madeFrom returns the values that a value is computed from.
func madeFrom(v ssa.Value) []ssa.Value {
	switch v := v.(type) {
	case *ssa.BinOp:
		return []ssa.Value{v.X, v.Y}
	case *ssa.UnOp:
		return []ssa.Value{v.X}
	case *ssa.Phi:
		return v.Edges
	case *ssa.Extract:
		return []ssa.Value{v.Tuple}
	case *ssa.ChangeInterface:
		return []ssa.Value{v.X}
	case *ssa.MakeInterface:
		return []ssa.Value{v.X}
	case *ssa.FieldAddr:
		return []ssa.Value{v.X}
	case *ssa.Field:
		return []ssa.Value{v.X}
	case *ssa.Call:
		return v.Call.Args
	case *ssa.Slice:
		return variadicErrors(v)
	case *ssa.Alloc: // a variable that closures share
		return storedIn(v)
	}
	return nil
}

// variadicErrors lists the errors that are the last arguments of a call, as those of errors.Join are.
func variadicErrors(last ssa.Value) []ssa.Value {
	return slices.DeleteFunc(VariadicArguments(last), func(v ssa.Value) bool { return !api.IsError(v.Type()) })
}

// findRepeats looks for loads and calls of the same structure in different
// places, which are taken to have the same value on a path.
func (f *Function) findRepeats() {
	written := map[string][]ssa.Instruction{}
	for number, v := range f.Values {
		if !f.feeding[number] {
			continue
		}
		switch instr := v.(type) {
		case *ssa.UnOp, *ssa.Call:
			key := structure(v, 0)
			written[key] = append(written[key], instr.(ssa.Instruction))
		}
	}
	for _, all := range written {
		if len(all) > 1 {
			for _, instr := range all {
				f.repeats[instr] = true
			}
		}
	}
}

// findLoops finds the blocks that can be reached from themselves.
func (f *Function) findLoops() {
	f.loops = map[*ssa.BasicBlock]bool{}
	if len(f.Blocks) >= maxLooped {
		return
	}
	for _, b := range f.Blocks {
		f.loops[b] = reaches(b.Succs, nil, isBlock(b))
	}
}

// maxLooped bounds the functions whose loops are looked for: that takes time
// quadratic in the number of blocks.
const maxLooped = 400
