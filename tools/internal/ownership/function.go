package ownership

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A function is what the explorer asks of a function's code before it walks.
type function struct {
	*ssa.Function
	live    map[*ssa.BasicBlock][]ssa.Value // values that are used at or after its beginning
	feeding map[ssa.Value]bool              // values that decide conditions, or are results that callers test
	repeats map[ssa.Instruction]bool        // loads and calls that are written more than once
	values  []ssa.Value
	loops   map[*ssa.BasicBlock]bool // blocks that can be reached from themselves
	recover bool                     // a deferred function of it calls recover
}

func newFunction(fn *ssa.Function) *function {
	f := &function{Function: fn, feeding: map[ssa.Value]bool{}, repeats: map[ssa.Instruction]bool{}}
	for _, p := range fn.Params {
		f.values = append(f.values, p)
	}
	for _, v := range fn.FreeVars {
		f.values = append(f.values, v)
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if v, ok := instr.(ssa.Value); ok {
				f.values = append(f.values, v)
			}
			if d, ok := instr.(*ssa.Defer); ok {
				f.recover = f.recover || recovers(d.Call.Value)
			}
		}
	}
	f.findLive()
	f.findFeeding()
	f.findRepeats()
	f.findLoops()
	return f
}

// alive lists the values that may be used at or after an instruction.
func (f *function) alive(b *ssa.BasicBlock, index int) []ssa.Value {
	values := f.live[b]
	if index <= phiCount(b) {
		return values
	}
	values = values[:len(values):len(values)]
	for _, instr := range b.Instrs[:index] {
		if v, ok := instr.(ssa.Value); ok {
			values = append(values, v)
		}
	}
	return values
}

func recovers(v ssa.Value) bool {
	var fn *ssa.Function
	switch v := v.(type) {
	case *ssa.Function:
		fn = v
	case *ssa.MakeClosure:
		fn, _ = v.Fn.(*ssa.Function)
	}
	if fn == nil {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				if builtin, ok := call.Call.Value.(*ssa.Builtin); ok && builtin.Name() == "recover" {
					return true
				}
			}
		}
	}
	return false
}

// findLive is the usual backward analysis.
func (f *function) findLive() {
	number := make(map[ssa.Value]int, len(f.values))
	for i, v := range f.values {
		number[v] = i
	}
	words := (len(f.values) + 63) / 64
	in := make([][]uint64, len(f.Blocks))
	for i := range in {
		in[i] = make([]uint64, words)
	}
	current := make([]uint64, words)
	set := func(v ssa.Value) {
		if n, ok := number[v]; ok {
			current[n/64] |= 1 << (n % 64)
		}
	}
	for changed := true; changed; {
		changed = false
		for i := len(f.Blocks) - 1; i >= 0; i-- {
			b := f.Blocks[i]
			clear(current)
			for _, succ := range b.Succs {
				for w, bits := range in[succ.Index] {
					current[w] |= bits
				}
				for j, pred := range succ.Preds {
					if pred == b {
						for _, instr := range succ.Instrs {
							phi, ok := instr.(*ssa.Phi)
							if !ok {
								break
							}
							set(phi.Edges[j])
						}
					}
				}
			}
			for k := len(b.Instrs) - 1; k >= 0; k-- {
				instr := b.Instrs[k]
				if v, ok := instr.(ssa.Value); ok {
					if n, ok := number[v]; ok {
						current[n/64] &^= 1 << (n % 64)
					}
				}
				if _, ok := instr.(*ssa.Phi); ok {
					continue
				}
				var operands [8]*ssa.Value
				for _, o := range instr.Operands(operands[:0]) {
					if *o != nil {
						set(*o)
					}
				}
			}
			for w, bits := range current {
				if in[i][w] != bits {
					in[i][w] = bits
					changed = true
				}
			}
		}
	}
	f.live = make(map[*ssa.BasicBlock][]ssa.Value, len(f.Blocks))
	for i, b := range f.Blocks {
		var live []ssa.Value
		for n, v := range f.values {
			if in[i][n/64]&(1<<(n%64)) != 0 {
				live = append(live, v)
			}
		}
		for _, instr := range b.Instrs { // phis are set on the way into the block
			phi, ok := instr.(*ssa.Phi)
			if !ok {
				break
			}
			live = append(live, phi)
		}
		f.live[b] = live
	}
}

// findFeeding marks backwards from the conditions and from the results.
func (f *function) findFeeding() {
	var mark func(v ssa.Value)
	mark = func(v ssa.Value) {
		if v == nil || f.feeding[v] {
			return
		}
		f.feeding[v] = true
		switch v := v.(type) {
		case *ssa.BinOp:
			mark(v.X)
			mark(v.Y)
		case *ssa.UnOp:
			mark(v.X)
		case *ssa.Phi:
			for _, e := range v.Edges {
				mark(e)
			}
		case *ssa.Extract:
			mark(v.Tuple)
		case *ssa.ChangeInterface:
			mark(v.X)
		case *ssa.MakeInterface:
			mark(v.X)
		case *ssa.FieldAddr:
			mark(v.X)
		case *ssa.Field:
			mark(v.X)
		case *ssa.Call:
			for _, a := range v.Call.Args {
				mark(a)
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
				}
			}
		}
	}
}

// findRepeats looks for loads and calls of the same structure in different
// places, which are taken to have the same value on a path.
func (f *function) findRepeats() {
	written := map[string][]ssa.Instruction{}
	for _, b := range f.Blocks {
		for _, instr := range b.Instrs {
			v, ok := instr.(ssa.Value)
			if !ok || !f.feeding[v] {
				continue
			}
			switch instr.(type) {
			case *ssa.UnOp, *ssa.Call:
				key := structure(v, 0)
				written[key] = append(written[key], instr)
			}
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

func structure(v ssa.Value, depth int) string {
	if depth > 6 {
		return "…"
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		return v.Op.String() + structure(v.X, depth+1)
	case *ssa.FieldAddr:
		return fmt.Sprintf("%s.%d", structure(v.X, depth+1), v.Field)
	case *ssa.Field:
		return fmt.Sprintf("%s.%d", structure(v.X, depth+1), v.Field)
	case *ssa.Call:
		var s strings.Builder
		s.WriteString(v.Call.Value.Name())
		if v.Call.IsInvoke() {
			s.WriteString("." + v.Call.Method.Name())
		}
		for _, a := range v.Call.Args {
			s.WriteString(" " + structure(a, depth+1))
		}
		return s.String()
	case *ssa.Const:
		return v.String()
	}
	return v.Name()
}

func (f *function) findLoops() {
	f.loops = map[*ssa.BasicBlock]bool{}
	for _, b := range f.Blocks {
		seen := map[*ssa.BasicBlock]bool{}
		var reach func(*ssa.BasicBlock) bool
		reach = func(c *ssa.BasicBlock) bool {
			for _, s := range c.Succs {
				if s == b {
					return true
				}
				if !seen[s] {
					seen[s] = true
					if reach(s) {
						return true
					}
				}
			}
			return false
		}
		f.loops[b] = len(f.Blocks) < 400 && reach(b)
	}
}

// never reports whether a function of this package does not return.
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
