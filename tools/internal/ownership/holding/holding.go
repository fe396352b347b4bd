// Package holding finds out what a package does to the objects in the fields of its
// structs: which objects come there, who takes them, and who only looks at them.
//
// A field has an object, or a container of them: a list, a map, an array, a channel, a heap, a list of
// package container/list, or containers in a container; an element may be a struct with an object,
// or a struct that is made with one. A Holding says what comes there, what is taken out, what is
// removed, and what only changes its place.
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
	Passed   []*ssa.Call       // of functions that get the container
	Blank    bool              // some entries of the map may have no object
	Moved    bool              // objects change their places
	Wide     bool              // there is more than one container, or there are structs in a list: a key or an index does not say which object it is
	Unclear  bool              // there may be more than is noted here
}

// A Put is where an object comes to a field.
type Put struct {
	Instr    ssa.Instruction
	Pos      token.Pos
	Acquired []ssa.Instruction // the calls that its reference is from, all of which are known; none if they are not

	value ssa.Value
	at    *ssa.BasicBlock // where it comes there
}

// An Out is where an object is taken out of a field, or out of the container there.
type Out struct {
	From  ssa.Instruction
	Pos   token.Pos
	Takes []ssa.Instruction // after which it may have another owner, or none; empty if it is only looked at
	Moves []ssa.Instruction // after which it is in another place of the field

	retains []ssa.Instruction // of objects without Refs
}

// IsContainer reports whether objects are in a container that is in the field, but for a channel.
func (h *Holding) IsContainer() bool {
	_, isChannel := h.Field.Type().Underlying().(*types.Chan)
	return api.IsList(h.Field.Type()) || elementOf(h.Field.Type()) != nil && !isChannel
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

// OwnsEach reports whether the field owns each object that comes there, and a key or an index says
// which one it is.
func (h *Holding) OwnsEach() bool { return h.OwnsAll() && !h.Wide && !h.Moved }

// IsTaken reports whether the package takes an object out of the field, and not only looks at
// it there.
func (h *Holding) IsTaken() bool {
	return slices.ContainsFunc(h.Outs, func(o Out) bool { return len(o.Takes) > 0 })
}

// Object returns the type of the objects.
func (h *Holding) Object() types.Type {
	object := h.Field.Type()
	for range maxNested {
		element := elementOf(object)
		if element == nil {
			break
		}
		object = element
	}
	return object
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
	listed     map[*types.Var]types.Type      // of the values in lists of package container/list
	boxed      map[*types.TypeName]bool       // the types of which the package puts values into interfaces
	holds      bool                           // the package makes functions with Hold
}

// New finds the holdings of a package.
func New(c *code.Package, table *api.Table, of func(*ssa.Function) *summary.Summary) *Ledger {
	l := &Ledger{
		code: c, table: table, summary: of,
		known: map[*types.Var]*Holding{}, parameters: map[*ssa.Parameter]*uses{}, boxed: map[*types.TypeName]bool{}, owners: map[*types.TypeName][]*Holding{}, lent: map[result]bool{}, listed: map[*types.Var]types.Type{},
	}
	l.findLists()
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
	readers := map[*Holding]*reader{}
	for instr := range l.code.Instructions() {
		at, ok := instr.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		h := l.holding(at)
		if h == nil || before[h.Field] != nil {
			continue
		}
		if readers[h] == nil {
			readers[h] = &reader{Ledger: l, Holding: h, seen: map[ssa.Value]bool{}, moves: map[ssa.Instruction]bool{}}
		}
		if api.IsList(h.Field.Type()) {
			readers[h].listAt(at)
		} else {
			readers[h].address(at)
		}
	}
	l.readElements(readers)
	for _, r := range readers {
		r.findMoves()
	}
	l.findCopies()
	l.findTrusted()
	l.findTransfers()
}

// findCopies notes which holdings are unclear because a struct is copied: the copy has what is in
// its fields, too.
func (l *Ledger) findCopies() {
	for instr := range l.code.Instructions() {
		switch i := instr.(type) {
		case *ssa.UnOp:
			if !api.IsStructValue(i.Type()) {
				continue
			}
			made, ok := i.X.(*ssa.Alloc)
			isLiteral := ok && made.Comment == "complit" // what was in the fields is overwritten
			for _, h := range l.all {
				if api.Holds(i.Type(), h.Of) {
					h.Wide, h.Unclear = true, h.Unclear || !isLiteral
				}
			}
		case *ssa.ChangeType: // a struct of another type has other fields
			for _, h := range l.all {
				h.Unclear = h.Unclear || api.Holds(api.Deref(i.X.Type()), h.Of) || api.Holds(api.Deref(i.Type()), h.Of)
			}
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
	if api.IsList(field.Type()) && l.listed[field] != nil {
		family, ok = l.familyOfElement(l.listed[field])
	}
	if !ok {
		return nil
	}
	open := field.Exported() && of.Obj().Exported() && l.code.Types.Name() != "main"
	wide := api.IsList(field.Type()) || l.isWide(field.Type())
	h := &Holding{Field: field, Of: of, Family: family, Wide: wide, Unclear: open || field.Embedded() || l.code.KeepsWeakly(field)}
	l.known[field] = h
	l.all = append(l.all, h)
	return h
}
