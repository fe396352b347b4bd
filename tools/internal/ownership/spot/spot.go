// Package spot says where a function finds an object: in a field of a struct, or in an
// element of a list, perhaps of a part of the list.
//
// It walks no path. A spot is read backwards from a value to what it was taken out of, and
// holds only while nothing between the loads on the way changes what is there.
package spot

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"golang.org/x/tools/go/ssa"
)

// A Spot is where objects are: in Base.Outer, or if that is a list, in Inner of the elements
// of a part of it.
type Spot struct {
	Base     ssa.Value    // perhaps of the function around a literal
	Outer    []*types.Var // the first one first
	Part     Part
	Inner    []*types.Var
	Loads    []ssa.Instruction // the loads on the way
	Borrowed bool              // the value is what Value returned of a reference that is there
}

// Same reports whether two spots are in the same list, at the same place of its elements.
func (s Spot) Same(other Spot) bool {
	return s.Base == other.Base && slices.Equal(s.Outer, other.Outer) && slices.Equal(s.Inner, other.Inner)
}

// Fields lists the fields on the way to the objects.
func (s Spot) Fields() []*types.Var { return slices.Concat(s.Outer, s.Inner) }

// Of returns the spot that a value was taken out of, or whose address it is. It returns false
// if there is none, or more than one.
func Of(p *code.Package, v ssa.Value) (Spot, bool) {
	f := finder{code: p, fn: v.Parent(), seen: map[ssa.Value]bool{}}
	ok := f.from(v)
	return f.spot, ok
}

// OfList returns the spot of all elements of a list.
func OfList(p *code.Package, list ssa.Value) (Spot, bool) {
	f := finder{code: p, fn: list.Parent(), seen: map[ssa.Value]bool{}, spot: Spot{Part: Part{Of: All}}}
	ok := f.from(list)
	return f.spot, ok
}

// A finder follows a value back to where it was taken out.
type finder struct {
	code   *code.Package
	fn     *ssa.Function // in which it began
	spot   Spot
	fields []*types.Var // since the value, or since the list
	seen   map[ssa.Value]bool
}

// maxLoads bounds the way back.
const maxLoads = 12

func (f *finder) from(v ssa.Value) bool {
	for range maxLoads {
		before, known := f.step(v)
		if !known {
			return false
		}
		if before == nil {
			break
		}
		v = before
	}
	f.spot.Outer = f.fields
	return f.spot.Base != nil
}

// step returns what a value was taken out of, or nil if the way begins there.
func (f *finder) step(v ssa.Value) (before ssa.Value, known bool) {
	switch i := v.(type) {
	case *ssa.UnOp:
		return f.load(i)
	case *ssa.FieldAddr:
		return i.X, f.field(code.FieldOf(i))
	case *ssa.Field:
		return i.X, f.field(i.X.Type().Underlying().(*types.Struct).Field(i.Field))
	case *ssa.IndexAddr:
		return i.X, f.element(i.Index, i.X)
	case *ssa.Slice:
		return i.X, f.slice(i)
	case *ssa.ChangeType:
		return i.X, true
	case *ssa.MakeInterface:
		return i.X, true
	case *ssa.ChangeInterface:
		return i.X, true
	case *ssa.TypeAssert:
		if i.CommaOk {
			return nil, false
		}
		return i.X, true
	case *ssa.Call:
		if code.IsMethodOfRef(&i.Call, "Value") && f.spot.Part.Of == None && len(f.fields) == 0 && !f.spot.Borrowed {
			f.spot.Borrowed = true
			return i.Call.Args[0], true
		}
	case *ssa.Phi:
		if f.spot.Part.Of == None && f.oneOf(i) {
			return nil, true
		}
	case *ssa.Alloc:
		if whole := copied(i); whole != nil {
			f.spot.Loads = nil // nothing changes the copy
			return whole, true
		}
	case *ssa.Const, *ssa.Global, *ssa.FreeVar:
		return nil, false
	}
	f.spot.Base = v
	return nil, true
}

// load goes from what was loaded to the address, and from a variable that is assigned once to
// what it has.
func (f *finder) load(i *ssa.UnOp) (before ssa.Value, known bool) {
	if i.Op != token.MUL {
		f.spot.Base = i
		return nil, true
	}
	f.spot.Loads = append(f.spot.Loads, i)
	switch i.X.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		if has := f.onlyValue(i); has != nil {
			if has.Parent() == f.fn {
				return has, true
			}
			f.spot.Base = has
			return nil, true
		}
	}
	return i.X, true
}

// onlyValue returns what a variable has that is assigned once, perhaps in the function around
// a literal that shares it; otherwise nil.
func (f *finder) onlyValue(load *ssa.UnOp) ssa.Value {
	shared, ok := code.Home(load).(*ssa.Alloc)
	if !ok || !f.code.AssignedOnce(load.X) {
		return nil
	}
	for _, r := range *shared.Referrers() {
		if store, ok := r.(*ssa.Store); ok && store.Addr == shared {
			return store.Val
		}
	}
	return nil
}

// copied returns what a variable is a copy of, if it is a struct that is assigned as a whole
// at one place, and else only read; otherwise nil.
func copied(variable *ssa.Alloc) (whole ssa.Value) {
	for _, r := range *variable.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr != variable || whole != nil {
				return nil
			}
			whole = r.Val
		case *ssa.FieldAddr:
			if !onlyRead(r) {
				return nil
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return nil
		}
	}
	return whole
}

func onlyRead(addr ssa.Value) bool {
	return !slices.ContainsFunc(*addr.Referrers(), func(r ssa.Instruction) bool {
		switch r.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
			return false
		}
		return true
	})
}

func (f *finder) field(field *types.Var) bool {
	if field == nil {
		return false
	}
	f.fields = slices.Insert(f.fields, 0, field.Origin())
	return true
}

func (f *finder) element(index, list ssa.Value) bool {
	if f.spot.Part.Of != None {
		return false // a list of lists
	}
	if _, isSlice := list.Type().Underlying().(*types.Slice); !isSlice {
		return false
	}
	f.spot.Part = partAt(index, list)
	f.spot.Inner, f.fields = f.fields, nil
	return true
}

// slice goes from a part of a list to the list.
func (f *finder) slice(i *ssa.Slice) bool {
	if _, isSlice := i.X.Type().Underlying().(*types.Slice); !isSlice || len(f.fields) > 0 || f.spot.Part.Of == None {
		return false
	}
	f.spot.Part = f.spot.Part.within(i.Low, i.High)
	return true
}

// oneOf follows a value that is one of several elements of the same list, as the best that a
// loop has found.
func (f *finder) oneOf(phi *ssa.Phi) bool {
	if f.seen[phi] {
		return false
	}
	f.seen[phi] = true
	var all *Spot
	for _, edge := range phi.Edges {
		if f.seen[edge] {
			continue
		}
		way := finder{code: f.code, fn: f.fn, spot: Spot{Borrowed: f.spot.Borrowed}, fields: slices.Clone(f.fields), seen: f.seen}
		if !way.from(edge) {
			if inner, ok := edge.(*ssa.Phi); ok && onlyOf(inner, f.seen) {
				continue
			}
			return false
		}
		if way.spot.Part.Of == None || all != nil && !all.Same(way.spot) {
			return false
		}
		way.spot.Part = Part{Of: Any}
		if all == nil {
			all = &way.spot
		} else {
			all.Loads = append(all.Loads, way.spot.Loads...)
		}
	}
	if all == nil {
		return false
	}
	f.spot, f.fields = *all, all.Outer
	return true
}

// onlyOf reports whether a phi has no other edges than those that were followed already.
func onlyOf(phi *ssa.Phi, seen map[ssa.Value]bool) bool {
	return !slices.ContainsFunc(phi.Edges, func(e ssa.Value) bool { return !seen[e] && e != phi })
}
