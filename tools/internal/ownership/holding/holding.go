// Package holding finds out what a package does to the objects in the fields of its
// structs: which objects come there, who takes them, and who only looks at them.
//
// An object is in one place at a time, as its reference is. So a field that has objects of
// its own, and gives them to nobody, must release them. The checks on top of this package
// need no path for that. They must know all code that can get at a field, and say nothing
// of fields of which they do not.
package holding

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
	"golang.org/x/tools/go/ssa"
)

// A Holding is a field with an object, or with a map, a list or a channel of objects.
type Holding struct {
	Field    *types.Var
	Of       types.Type // the struct
	Family   string     // of the objects; "" is the typed API
	Puts     []Put
	Outs     []Out
	Removals []ssa.Instruction // that take objects out of a container, and give them to nobody
	Blank    bool              // some entries of the map may have no object
	Unclear  bool              // there may be more than is noted here
}

// A Put is where an object comes to a field.
type Put struct {
	Instr    ssa.Instruction
	Pos      token.Pos
	Acquired []ssa.Instruction // the calls that its reference is from, all of which are known; none if they are not
}

// An Out is where an object is taken out of a field, or out of the container there.
type Out struct {
	From  ssa.Instruction
	Pos   token.Pos
	Takes []ssa.Instruction // after which it may have another owner, or none; empty if it is only looked at
}

// OwnsAll reports whether the field owns each object that comes there: the objects are
// acquired for it, and nobody else has a reference that is meant here.
func (h *Holding) OwnsAll() bool {
	for _, p := range h.Puts {
		if len(p.Acquired) == 0 {
			return false
		}
	}
	return !h.Unclear && len(h.Puts) > 0
}

// IsTaken reports whether the package takes an object out of the field, and not only looks at
// it there.
func (h *Holding) IsTaken() bool {
	return slices.ContainsFunc(h.Outs, func(o Out) bool { return len(o.Takes) > 0 })
}

// Object returns the type of the objects.
func (h *Holding) Object() types.Type {
	switch u := h.Field.Type().Underlying().(type) {
	case *types.Map, *types.Slice, *types.Array:
		return api.ElementType(u)
	case *types.Chan:
		return u.Elem()
	}
	return h.Field.Type()
}

// mayHave reports whether objects of a type may be in the field.
func (h *Holding) mayHave(t types.Type) bool {
	object := h.Object()
	if u, ok := object.Underlying().(*types.Struct); ok && !types.Identical(object, t) {
		for f := range u.Fields() {
			if types.Identical(f.Type(), t) {
				return true
			}
		}
	}
	return types.Identical(object, t) || types.IsInterface(object)
}

// IsHeld reports whether the objects are functions of Hold, which release theirs.
func (h *Holding) IsHeld() bool { return isHeld(h.Object()) }

// A Ledger has the holdings of a package.
type Ledger struct {
	code    *code.Package
	table   *api.Table
	summary func(*ssa.Function) *summary.Summary // nil of a function that was not walked

	known      map[*types.Var]*Holding // nil of a field that has no objects
	all        []*Holding
	parameters map[*ssa.Parameter]*uses
	lent       map[result]bool                // results that all callers only look at
	owners     map[*types.TypeName][]*Holding // the objects that structs are made with
	boxed      map[*types.TypeName]bool       // the types of which the package puts values into interfaces
	holds      bool                           // the package makes functions with Hold
}

// New finds the holdings of a package.
func New(c *code.Package, table *api.Table, of func(*ssa.Function) *summary.Summary) *Ledger {
	l := &Ledger{
		code: c, table: table, summary: of,
		known: map[*types.Var]*Holding{}, parameters: map[*ssa.Parameter]*uses{}, boxed: map[*types.TypeName]bool{}, owners: map[*types.TypeName][]*Holding{}, lent: map[result]bool{},
	}
	for instr := range c.Instructions() {
		switch i := instr.(type) {
		case *ssa.MakeInterface:
			if named, ok := types.Unalias(api.Deref(i.X.Type())).(*types.Named); ok {
				l.boxed[named.Obj()] = true
			}
		case *ssa.Call:
			l.holds = l.holds || code.IsMethodOfRef(&i.Call, "Hold") || code.IsMethodOfByteRef(&i.Call, "Hold")
		}
	}
	l.read()
	if l.findOwners(); len(l.owners) > 0 {
		l.parameters, l.lent = map[*ssa.Parameter]*uses{}, map[result]bool{} // of which more is known
		l.read()
	}
	return l
}

// read notes what the code does to the fields that were not known to have objects before.
func (l *Ledger) read() {
	before := l.known
	l.known = map[*types.Var]*Holding{}
	for field, h := range before {
		if h != nil {
			l.known[field] = h
		}
	}
	var copied []types.Type
	for instr := range l.code.Instructions() {
		switch i := instr.(type) {
		case *ssa.FieldAddr:
			if h := l.holding(i); h != nil && before[h.Field] == nil {
				reader{l, h}.address(i)
			}
		case *ssa.UnOp: // a copy of a struct has what is in its fields
			if api.IsStructValue(i.Type()) {
				copied = append(copied, i.Type())
			}
		case *ssa.ChangeType: // a struct of another type has other fields
			copied = append(copied, api.Deref(i.X.Type()), api.Deref(i.Type()))
		}
	}
	for _, h := range l.all {
		for _, t := range copied {
			h.Unclear = h.Unclear || api.Holds(t, h.Of)
		}
	}
}

// Of returns the holding that is a field, or nil.
func (l *Ledger) Of(field *types.Var) *Holding { return l.known[field] }

// All returns the holdings, in the order of the code.
func (l *Ledger) All() []*Holding { return l.all }

// holding returns the holding that is the field at an address, or nil. What is embedded has
// methods that others may call; what is exported may be used by other packages.
func (l *Ledger) holding(at *ssa.FieldAddr) *Holding {
	field := code.FieldOf(at)
	if field == nil {
		return nil
	}
	field = field.Origin()
	if h, known := l.known[field]; known {
		return h
	}
	l.known[field] = nil
	of, ok := types.Unalias(api.Deref(at.X.Type())).(*types.Named)
	if !ok || field.Pkg() != l.code.Types {
		return nil
	}
	family, ok := l.familyIn(field.Type())
	if !ok {
		return nil
	}
	open := field.Exported() && of.Obj().Exported() && l.code.Types.Name() != "main"
	h := &Holding{Field: field, Of: of, Family: family, Unclear: open || field.Embedded() || l.code.KeepsWeakly(field)}
	l.known[field] = h
	l.all = append(l.all, h)
	return h
}

// familyIn returns the family of the objects that a field of a type has.
func (l *Ledger) familyIn(t types.Type) (family string, ok bool) {
	if family, ok = l.familyOf(t); ok {
		return family, true
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return l.familyOf(u.Elem())
	case *types.Array:
		return l.familyOf(u.Elem())
	case *types.Map:
		return l.familyOfElement(u.Elem())
	case *types.Chan:
		return l.familyOfElement(u.Elem())
	}
	return "", false
}

// familyOfElement is for what is sent, and for entries of maps: often a struct with an object,
// and more.
func (l *Ledger) familyOfElement(t types.Type) (family string, ok bool) {
	if family, ok = l.familyOf(t); ok {
		return family, true
	}
	if u, isStruct := t.Underlying().(*types.Struct); isStruct {
		for f := range u.Fields() {
			if family, ok = l.familyOf(f.Type()); ok {
				return family, true
			}
		}
	}
	return "", false
}

// familyOf returns the family that counts values of a type. A program may lose the objects
// of a lossy one. A function of Hold is like a Ref: it must be called once.
func (l *Ledger) familyOf(t types.Type) (family string, ok bool) {
	if api.IsRef(t) || api.IsByteRef(t) || l.holds && isHeld(t) {
		return "", true
	}
	if owned := l.ownedBy(t); owned != nil {
		return owned[0].Family, true
	}
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface:
		if f := l.table.Counting(t); f != nil && f.Counted && !f.Lossy {
			return f.Name, true
		}
	}
	return "", false
}

// isHeld reports whether a type is that of the functions of Hold.
func isHeld(t types.Type) bool {
	f, ok := t.Underlying().(*types.Signature)
	return ok && f.Params().Len() == 0 && f.Results().Len() == 0
}

func (l *Ledger) isObject(t types.Type) bool {
	_, ok := l.familyOf(t)
	return ok
}
