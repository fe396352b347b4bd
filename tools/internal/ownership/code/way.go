package code

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A Way is how a value was taken out of what a parameter or a global variable leads to:
// through fields, and through one container at most.
type Way struct {
	Base   ssa.Value
	Fields []*types.Var // the last one first
	In     *types.Var   // of these the one with the container; nil if there is none
	Which  Which        // of its elements
}

// Which says which element of a container a function takes.
type Which uint8

// The elements that functions take.
const (
	Some Which = iota // that of an index or a key
	Last              // the last one of a list
	Each              // one in each turn of a loop over all
)

// Holder is the field nearest to the value: the one that has it, or has the container
// that it is in.
func (w Way) Holder() *types.Var {
	if len(w.Fields) == 0 {
		return nil
	}
	return w.Fields[0]
}

// Same reports whether two ways lead through the same fields.
func (w Way) Same(other Way) bool { return w.In == other.In && slices.Equal(w.Fields, other.Fields) }

// WayTo returns the way to a value or an address. It returns false if there is none, or
// more than one.
func WayTo(v ssa.Value) (Way, bool) {
	w := wayBack{}
	for i := 0; i < longestWay && v != nil; i++ {
		switch i := v.(type) {
		case *ssa.Parameter:
			if m := rangedOver(i.Parent()); m != nil && i.Parent().Params[1] == i { // a value, not a key
				v = w.element(Each, m)
				continue
			}
			if arg := w.given(i); arg != nil {
				v = arg
				continue
			}
			w.Base = v
			return w.Way, !w.inContainer && len(w.Fields) > 0
		case *ssa.Global:
			w.Base = v
			return w.Way, !w.inContainer && len(w.Fields) > 0
		}
		if v = w.before(v); v == nil {
			return w.Way, false
		}
	}
	return w.Way, false
}

// A wayBack is a way that is followed from its end.
type wayBack struct {
	Way
	inContainer bool        // the value is an element of what comes next
	calls       []*ssa.Call // of the functions that the way has gone into
}

// given returns the argument for a parameter of the function that the way has gone into, or nil. It
// goes on before the call then.
func (w *wayBack) given(p *ssa.Parameter) ssa.Value {
	last := len(w.calls) - 1
	if last < 0 || Callee(&w.calls[last].Call) != p.Parent() {
		return nil
	}
	call := w.calls[last]
	w.calls = w.calls[:last]
	return call.Call.Args[slices.Index(p.Parent().Params, p)]
}

// before returns what a value was taken out of, or nil.
func (w *wayBack) before(v ssa.Value) ssa.Value {
	switch i := v.(type) {
	case *ssa.FieldAddr:
		return w.field(FieldOf(i), i.X)
	case *ssa.Field:
		return w.field(i.X.Type().Underlying().(*types.Struct).Field(i.Field), i.X)
	case *ssa.IndexAddr:
		return w.element(whichOf(i.Index, i.Block()), i.X)
	case *ssa.Index:
		return w.element(whichOf(i.Index, i.Block()), i.X)
	case *ssa.Lookup:
		return w.element(Some, i.X)
	case *ssa.Next:
		return w.element(Each, i.Iter)
	case *ssa.TypeAssert:
		return i.X
	case *ssa.ChangeType:
		return i.X
	case *ssa.MakeInterface:
		return i.X
	case *ssa.Slice: // a part of a list
		return nil
	case *ssa.Call:
		if IsMethodOfSyncMap(&i.Call, "Load", "LoadAndDelete") {
			return w.element(Some, i.Call.Args[0])
		}
	}
	if call, found := Found(v); found != nil {
		w.calls = append(w.calls, call)
		return found
	}
	if from := takenFrom(v); len(from) == 1 {
		return from[0]
	}
	return nil
}

func (w *wayBack) field(f *types.Var, of ssa.Value) ssa.Value {
	if f == nil {
		return nil
	}
	f = f.Origin()
	if w.inContainer {
		w.In, w.inContainer = f, false
	}
	w.Fields = append(w.Fields, f)
	return of
}

func (w *wayBack) element(which Which, of ssa.Value) ssa.Value {
	if w.inContainer || w.In != nil {
		return nil
	}
	w.inContainer, w.Which = true, which
	return of
}

func whichOf(index ssa.Value, b *ssa.BasicBlock) Which {
	switch {
	case IsLast(index):
		return Last
	case b.Comment == "rangeindex.body" && loopOf(index) != nil:
		return Each
	}
	return Some
}

// rangedOver returns the sync.Map whose method Range calls a function literal with its keys
// and values, or nil.
func rangedOver(literal *ssa.Function) ssa.Value {
	if literal.Parent() == nil || len(literal.Params) != 2 {
		return nil
	}
	for instr := range Instructions(literal.Parent()) {
		call, ok := instr.(*ssa.Call)
		if !ok || !IsMethodOfSyncMap(&call.Call, "Range") {
			continue
		}
		f := call.Call.Args[1]
		if closure, ok := f.(*ssa.MakeClosure); ok {
			f = closure.Fn
		}
		if f == literal {
			return call.Call.Args[0]
		}
	}
	return nil
}
