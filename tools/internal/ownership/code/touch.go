package code

import (
	"go/types"
	"maps"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"golang.org/x/tools/go/ssa"
)

// Touches are the fields that a function may change, by itself or through the functions
// that it calls.
type Touches struct {
	Fields map[*types.Var]bool
	cuts   map[*types.Var]bool // of these, those to which it may do more than to append something
}

// Has reports whether a field may be changed.
func (t *Touches) Has(field *types.Var) bool { return t != nil && t.Fields[field] }

// Touches returns the fields that a function of this package may change.
func (p *Package) Touches(fn *ssa.Function) *Touches {
	if t := p.touches[fn]; t != nil {
		return t
	}
	t := newTouches()
	seen := map[*ssa.Function]bool{fn: true}
	for stack := []*ssa.Function{fn}; len(stack) > 0; {
		own := p.ownTouches(stack[len(stack)-1])
		stack = stack[:len(stack)-1]
		t.add(own.touches)
		for _, callee := range own.callees {
			if !seen[callee] {
				seen[callee] = true
				stack = append(stack, callee)
			}
		}
	}
	p.touches[fn] = t
	return t
}

// own is what a function changes itself, and the functions of this package that it calls
// or that are written in it.
type own struct {
	touches *Touches
	callees []*ssa.Function
}

func (p *Package) ownTouches(fn *ssa.Function) *own {
	if o := p.owns[fn]; o != nil {
		return o
	}
	o := &own{newTouches(), slices.Clone(fn.AnonFuncs)}
	for instr := range Instructions(fn) {
		if t := touchedHere(instr); t != nil {
			maps.Copy(o.touches.Fields, t.Fields)
			if !OnlyAdds(instr) {
				maps.Copy(o.touches.cuts, t.Fields)
			}
		}
		if call, ok := instr.(ssa.CallInstruction); ok {
			o.callees = append(o.callees, p.mayRun(call.Common())...)
		}
	}
	p.owns[fn] = o
	return o
}

func newTouches() *Touches {
	return &Touches{Fields: map[*types.Var]bool{}, cuts: map[*types.Var]bool{}}
}

func (t *Touches) add(other *Touches) {
	if other != nil {
		maps.Copy(t.Fields, other.Fields)
		maps.Copy(t.cuts, other.cuts)
	}
}

// MayTouch reports whether an instruction may change one of the fields.
func (p *Package) MayTouch(instr ssa.Instruction, fields []*types.Var) bool {
	t, callee := p.touched(instr)
	return slices.ContainsFunc(fields, func(f *types.Var) bool { return t.Has(f) || callee.Has(f) })
}

// MayTouchAsValue reports whether a function of a type that is in a variable may change a field. In a
// program it is one of those that are used as values.
func (p *Package) MayTouchAsValue(t *types.Signature, field *types.Var) bool {
	all := p.ValuesOf(t)
	return p.Types.Name() != "main" || len(all) == 0 || slices.ContainsFunc(all, func(fn *ssa.Function) bool { return p.Touches(fn).Has(field) })
}

// MayCut reports whether an instruction may take something out of the list in a field, or out
// of the list of which it is a part: it does more than to append something.
func (p *Package) MayCut(instr ssa.Instruction, field *types.Var) bool {
	t, callee := p.touched(instr)
	return t.Has(field) && !OnlyAdds(instr) || callee != nil && callee.cuts[field]
}

// touched returns the fields that an instruction itself may change, and those that the
// functions may that it may call; nil if there are none.
func (p *Package) touched(instr ssa.Instruction) (here, inside *Touches) {
	if call, ok := instr.(ssa.CallInstruction); ok {
		switch all := p.mayRun(call.Common()); len(all) {
		case 0:
		case 1:
			inside = p.Touches(all[0])
		default:
			inside = newTouches()
			for _, callee := range all {
				inside.add(p.Touches(callee))
			}
		}
	}
	return touchedHere(instr), inside
}

// mayRun returns the functions of this package that a call may run: the one that it names, or the
// methods that an interface may stand for.
func (p *Package) mayRun(call *ssa.CallCommon) []*ssa.Function {
	if call.IsInvoke() {
		return p.invocable(call)
	}
	if callee := Callee(call); callee != nil && p.Has(callee) {
		return []*ssa.Function{callee}
	}
	return nil
}

// touchedHere returns the fields that an instruction may change, other than through a
// function of this package; nil if there are none.
func touchedHere(instr ssa.Instruction) *Touches {
	switch i := instr.(type) {
	case *ssa.Store:
		if t := touchedAt(i.Addr); t != nil {
			return t
		}
		return touchedAsWhole(i)
	case *ssa.MapUpdate:
		return touchedAt(i.Map)
	case ssa.CallInstruction:
		return touchedByArguments(i.Common())
	}
	return nil
}

// touchedAsWhole returns the fields of a struct that gets another value, other than one in a variable or in
// a list that the function makes.
func touchedAsWhole(store *ssa.Store) *Touches {
	u, ok := store.Val.Type().Underlying().(*types.Struct)
	switch store.Addr.(type) {
	case *ssa.Alloc, *ssa.IndexAddr, *ssa.FieldAddr:
		return nil
	}
	if !ok {
		return nil
	}
	return touchedFields(u)
}

func touchedFields(u *types.Struct) *Touches {
	t := newTouches()
	for field := range u.Fields() {
		t.Fields[field.Origin()] = true
	}
	return t
}

func touchedByArguments(call *ssa.CallCommon) *Touches {
	builtin := Builtin(call)
	if builtin == "len" || builtin == "cap" || IsMethodOfSyncMap(call, "Load", "Range") || onlyLooks(call) {
		return nil
	}
	t := newTouches()
	for _, arg := range call.Args {
		switch arg.Type().Underlying().(type) {
		case *types.Pointer: // to a field, as that of Drop, or to a sync.Map
			switch arg := arg.(type) {
			case *ssa.FieldAddr, *ssa.IndexAddr:
				t.add(touchedAt(arg))
			default:
				if at := FoundAt(arg); at != nil {
					t.add(touchedAt(at))
				}
			}
		case *types.Map, *types.Slice:
			if builtin != "append" {
				t.add(touchedAt(arg))
			}
		case *types.Interface: // with the address of a heap
			if made, ok := arg.(*ssa.MakeInterface); ok && IsOfHeap(call, "Pop", "Remove") {
				t.add(touchedAt(made.X))
			}
		}
	}
	return t
}

// onlyLooks reports whether a call is one of a function of the standard library that changes nothing in the
// containers that it gets.
func onlyLooks(call *ssa.CallCommon) bool {
	return IsOfMaps(call, "Keys", "Values", "All") || IsOfSlices(call, "Values", "All", "Backward", "Contains", "Index", "Clone", "BinarySearch")
}

// isPointerToData reports whether a value is an element of a container that is a pointer to numbers or
// text, such as a pooled buffer: what is written there changes nothing in the container.
func isPointerToData(v ssa.Value) bool {
	switch i := v.(type) {
	case *ssa.UnOp:
		if _, isElement := i.X.(*ssa.IndexAddr); !isElement {
			return false
		}
	case *ssa.Lookup:
	default:
		return false
	}
	pointer, ok := v.Type().Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	switch u := pointer.Elem().Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Slice:
		return api.IsBasic(u.Elem())
	case *types.Array:
		return api.IsBasic(u.Elem())
	}
	return false
}

// touchedAt returns the field that an address, or a container, is nearest to.
func touchedAt(v ssa.Value) *Touches {
	if base, ok := v.(*ssa.Parameter); ok && base != nil { // all of it
		if p, ok := base.Type().Underlying().(*types.Pointer); ok {
			if u, ok := p.Elem().Underlying().(*types.Struct); ok {
				return touchedFields(u)
			}
		}
		return nil
	}
	for range longestWay {
		if isPointerToData(v) {
			return nil
		}
		switch i := v.(type) {
		case *ssa.FieldAddr:
			return &Touches{Fields: map[*types.Var]bool{FieldOf(i).Origin(): true}}
		case *ssa.IndexAddr:
			v = i.X
		case *ssa.Slice:
			v = i.X
		case *ssa.UnOp:
			v = i.X
		case *ssa.Lookup:
			v = i.X
		default:
			if v = FoundAt(v); v == nil {
				return nil
			}
		}
	}
	return nil
}
