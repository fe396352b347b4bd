package memory

import (
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// Values says what the values of a walk are, on all of its paths. It is not safe
// for concurrent use.
type Values struct {
	Terms    *term.Terms
	Objects  []fate.Object
	index    map[Key]fate.ID
	Roles    map[term.Term]fate.Role
	Closures map[term.Term]Closure
	Elements map[fate.ID]term.Term     // of objects that stand for all that a container holds: the container
	Rest     map[fate.ID]bool          // elements of which the ones before were dealt with
	Picked   map[term.Term]bool        // elements, and addresses of elements, whose index was found somewhere
	Ranges   map[term.Term]term.Term   // of iterators: what they go through
	Lengths  map[term.Term]term.Term   // of slices that were made
	Prefixes map[term.Term]term.Term   // of slices that begin where a slice of the caller's does: that slice
	Within   map[term.Term]term.Term   // of parts of slices of the caller's: that slice
	Concrete map[term.Term]types.Type  // what is in an interface
	Fields   map[term.Term]*types.Var  // of the address of a field
	Asserted map[term.Term][]Assertion // of what is in an interface: what was asked about its type

	Evaluations *term.Terms // the structures of loads and calls: a table of their own, for they are no values
	variables   numbering

	SetTogether func(a, b *types.Var) bool // see code.Package

	buffer []byte      // of digests
	cells  []term.Term // the same
	live   termSet     // see Prune
}

// NewValues returns what is known of the values of a walk before it begins.
func NewValues() *Values {
	return &Values{
		Terms: term.New(), Objects: make([]fate.Object, 1), index: map[Key]fate.ID{}, Roles: map[term.Term]fate.Role{}, Closures: map[term.Term]Closure{},
		Elements: map[fate.ID]term.Term{}, Rest: map[fate.ID]bool{}, Picked: map[term.Term]bool{}, Ranges: map[term.Term]term.Term{}, Lengths: map[term.Term]term.Term{}, Prefixes: map[term.Term]term.Term{}, Within: map[term.Term]term.Term{},
		Concrete: map[term.Term]types.Type{}, Asserted: map[term.Term][]Assertion{}, Fields: map[term.Term]*types.Var{}, Evaluations: term.New(), variables: numbering{of: map[ssa.Value]int{}, met: map[*code.Function][]int32{}},
		SetTogether: func(_, _ *types.Var) bool { return false },
	}
}

// An Assertion asks whether what is in an interface is of a type. Other blocks may ask for another type
// of the same value later, before the one in which it is another value begins.
type Assertion struct {
	Holds term.Term
	Type  types.Type
	Again []*ssa.BasicBlock
	Begin *ssa.BasicBlock
}

// isAskedAgain reports whether another block may ask after this one.
func (a *Assertion) isAskedAgain(from *ssa.BasicBlock) bool {
	return slices.ContainsFunc(a.Again, func(b *ssa.BasicBlock) bool { return code.Reaches(from, b, a.Begin) })
}

// HasType reports whether what is in an interface is of a type, if an assertion of this path tells.
func (st *State) HasType(t term.Term, typ types.Type) (has, told bool) {
	for _, a := range st.Asserted[t] {
		if yes, ok := st.Facts.Decide(st.Terms, a.Holds); ok && (yes || types.Identical(a.Type, typ)) {
			return yes && types.Identical(a.Type, typ), true
		}
	}
	return false, false
}

// A Key tells objects apart: those that were acquired by where, and those
// that were found by the value that refers to them.
type Key struct {
	By    ssa.Instruction
	At    term.At
	Sub   int
	pool  term.Term
	lease fate.ID
	Found term.Term
}

// A Closure is a function literal with the values that it captures.
type Closure struct {
	Fn       *ssa.Function
	Bindings []term.Term
}

// tied is the tag of terms that have a role.
type tied struct {
	by any // what made it
	as fate.Role
}

// Object returns the object of a key, which is o the first time.
func (vs *Values) Object(key Key, o fate.Object) fate.ID {
	if id, ok := vs.index[key]; ok {
		return id
	}
	id := fate.ID(len(vs.Objects))
	if o.Lease == 0 {
		o.Lease = id
	}
	vs.Objects = append(vs.Objects, o)
	vs.index[key] = id
	return id
}

// IsTyped reports whether an object is a reference of rcpool itself.
func (vs *Values) IsTyped(id fate.ID) bool { return vs.Objects[id].Family == nil }

// IsPicked reports whether an object is an element of a container whose index was found
// somewhere: it is one of them, and no loop goes through all of them in this way.
func (vs *Values) IsPicked(id fate.ID) bool {
	for v, r := range vs.Roles {
		if n := vs.Terms.Node(v); r == fate.Reference(id) && (vs.Picked[v] || n.Kind == term.Load && vs.Picked[n.A]) {
			return true
		}
	}
	return false
}

// IsOfKnownLength reports whether it is known how many elements a list has.
func (vs *Values) IsOfKnownLength(list term.Term) bool {
	if _, known := vs.Terms.AsInt(vs.Lengths[list]); known && vs.Lengths[list] != 0 {
		return true
	}
	made, ok := vs.Terms.Node(list).Tag.(*ssa.Alloc)
	if !ok {
		return false
	}
	_, isArray := api.Deref(made.Type()).Underlying().(*types.Array)
	return isArray
}

// PartOf returns the slice of the caller's that an object is an element of, if it was found
// in a part of that; otherwise 0.
func (vs *Values) PartOf(id fate.ID) term.Term {
	first, of := term.Term(0), term.Term(0)
	for v, r := range vs.Roles {
		if r != fate.Reference(id) || first != 0 && first < v {
			continue
		}
		element := vs.Terms.Node(vs.Terms.Node(v).A)
		if whole, ok := vs.Within[element.A]; ok && element.Kind == term.Index {
			first, of = v, whole
		}
	}
	return of
}

// Interior gives an address the role of what it points into.
func (vs *Values) Interior(t, base term.Term, how fate.As) term.Term {
	if r, ok := vs.Roles[base]; ok {
		if vs.IsTyped(r.Object) && r.As == fate.AsReference {
			return t // a field of the Ref itself
		}
		vs.Roles[t] = fate.Role{Object: r.Object, As: how}
	}
	return t
}

// Tie returns an unknown value with a role. The role is part of the term, because
// the role of a term is the same on all paths.
func (vs *Values) Tie(by any, at term.At, sub int, r fate.Role) term.Term {
	t := vs.Terms.Make(term.Node{Kind: term.Opaque, Tag: tied{by, r}, At: at, N: sub})
	vs.Roles[t] = r
	return t
}

// MadeBy returns what made a value that was tied to an object, or nil.
func (vs *Values) MadeBy(t term.Term) any {
	made, _ := vs.Terms.Node(t).Tag.(tied)
	return made.by
}

// Counts reports whether v is an object of a table's family.
func (vs *Values) Counts(v term.Term) bool {
	r, ok := vs.Roles[v]
	return ok && vs.Objects[r.Object].Family != nil
}

// Inside reports whether an address is in memory that an object leads to.
func (vs *Values) Inside(addr term.Term, id fate.ID) bool {
	return vs.Terms.Mentions(addr, func(t term.Term) bool {
		r, ok := vs.Roles[t]
		return ok && vs.Objects[r.Object].Lease == vs.Objects[id].Lease
	})
}

// Matters reports whether a value is worth telling states apart by.
func (vs *Values) Matters(t term.Term) bool {
	if t == 0 {
		return false
	}
	switch vs.Terms.Node(t).Kind {
	case term.Closure, term.Alloc, term.Global, term.Slice:
		return true
	}
	if _, ok := vs.Roles[t]; ok {
		return true
	}
	_, ok := vs.Within[t]
	return ok
}

// IsFresh reports whether an object was not taken from a pool, but is put into one.
func (vs *Values) IsFresh(id fate.ID) bool {
	for key, i := range vs.index {
		if i == id {
			return key.Found != 0
		}
	}
	return false
}

// markLive marks a value, and of a condition what it is about.
func (vs *Values) markLive(t term.Term) {
	switch n := vs.Terms.Node(t); n.Kind {
	case term.Const, term.Nil, term.Zero, term.None:
	case term.Not:
		vs.markLive(n.A)
	case term.Binary:
		vs.live.add(t)
		vs.markLive(n.A)
		vs.markLive(n.B)
	default:
		vs.live.add(t)
	}
}

// Zeroness is the condition that a reference is zero.
func (vs *Values) Zeroness(v term.Term) term.Term {
	return vs.Terms.Make(term.Node{Kind: term.Call, A: v, Tag: "IsZero"})
}

// VariableAt returns the field or the global variable at an address: a *types.Var, an
// *ssa.Global, or nil.
func (vs *Values) VariableAt(addr term.Term) any {
	if field := vs.Fields[addr]; field != nil {
		return field
	}
	if n := vs.Terms.Node(addr); n.Kind == term.Global {
		return n.Tag
	}
	return nil
}

// MayTell reports whether an address is that of a field which a program may ask for what else is in
// the struct: a number or a flag, or a pointer, an interface or a function that may be nil.
func (vs *Values) MayTell(addr term.Term) bool {
	field := vs.Fields[addr]
	if field == nil {
		return false
	}
	switch field.Type().Underlying().(type) {
	case *types.Basic, *types.Pointer, *types.Interface, *types.Signature, *types.Chan:
		return true
	}
	return false
}

// SetWithin notes that a value is a part of a slice, if callers know that one.
func (vs *Values) SetWithin(part, slice term.Term) {
	if whole, ok := vs.Within[slice]; ok {
		vs.Within[part] = whole
	} else if _, ok := place.Of(vs.Terms, slice); ok {
		vs.Within[part] = slice
	}
}
