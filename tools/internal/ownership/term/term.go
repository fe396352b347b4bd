package term

import (
	"go/constant"
	"go/token"
	"go/types"
	"hash/maphash"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// A Term is a value as it is seen along one path. The zero Term is no value.
type Term int32

// A Kind says how a value was computed, and which fields of its Node matter.
type Kind uint8

// The kinds of terms.
const (
	None    Kind = iota
	Const        // Tag: the constant, exact; N: its constant.Kind. The constant nil is Nil.
	Nil          // the zero value of a type that has nil
	Zero         // the zero value of a struct or an array
	Param        // N: its number, counted with the receiver
	Free         // Tag: the *ssa.FreeVar, of a closure that is looked at by itself
	Global       // Tag: the *ssa.Global: an address
	Func         // Tag: the *ssa.Function or *ssa.Builtin
	Alloc        // Tag: what made it, At, N: an address, or a fresh slice, map or channel
	Opaque       // Tag: what made it, At, N: something unknown
	Field        // A: an address, N: the field: the field's address
	Part         // A: a struct or a tuple, N: the field: its value
	Index        // A: an address, B: the index: the element's address
	Slice        // A: a list, B: where the part of it begins, a constant, N: how long it is, or -1
	Load         // A: an address, At, N: what was there
	Binary       // A, B, Tag: the token
	Not          // A
	Len          // A
	Call         // A: a list of arguments, Tag: the callee, At: what it returned
	Pair         // A, B: a list of values
	Closure      // A: its allocation, B: a list of what it captures
)

// A Node is the structure of a term. Nodes are compared with ==.
type Node struct {
	Kind Kind
	A, B Term
	N    int
	At   At
	Tag  any
}

// At says which evaluation of an instruction made a value. The zero At is that
// of values that are the same whenever they are computed.
type At struct {
	Call    int32 // of the function literal that the instruction is in
	Visit   int32 // of its block
	Tick    int32 // of the memory that others may change
	Outcome int32 // of the callee, counted from 1
}

// Terms is the table of the terms of one function. It is not safe for concurrent
// use.
type Terms struct {
	nodes   []Node
	roots   []Term // by the term: see Root
	places  []Term // the terms by the hash of their structures, or by the next ones that are free; 0 where there is none
	nonNil  map[Term]bool
	repeats map[Term]bool
}

// fewTerms is how many places a new table has: a power of two.
const fewTerms = 128

var seed = maphash.MakeSeed()

// New returns an empty table.
func New() *Terms {
	return &Terms{nodes: make([]Node, 1), roots: make([]Term, 1), places: make([]Term, fewTerms), nonNil: map[Term]bool{}, repeats: map[Term]bool{}}
}

// Make returns the term with a structure.
func (ts *Terms) Make(n Node) Term {
	if 2*len(ts.nodes) > len(ts.places) {
		ts.grow()
	}
	at := ts.placeOf(n)
	if t := ts.places[at]; t != 0 {
		return t
	}
	t := Term(len(ts.nodes))
	ts.nodes = append(ts.nodes, n)
	ts.places[at] = t
	root := t
	if n.Kind == Field || n.Kind == Index || n.Kind == Slice {
		root = ts.roots[n.A]
	}
	ts.roots = append(ts.roots, root)
	return t
}

// Made returns the term with a structure, if it was made before.
func (ts *Terms) Made(n Node) (Term, bool) {
	t := ts.places[ts.placeOf(n)]
	return t, t != 0
}

// placeOf returns where a structure is among the places, or the empty place where it would be.
func (ts *Terms) placeOf(n Node) int {
	last := len(ts.places) - 1
	at := int(maphash.Comparable(seed, n)) & last
	for ts.places[at] != 0 && ts.nodes[ts.places[at]] != n {
		at = (at + 1) & last
	}
	return at
}

// grow makes the places twice as many.
func (ts *Terms) grow() {
	ts.places = make([]Term, 2*len(ts.places))
	for t := 1; t < len(ts.nodes); t++ {
		ts.places[ts.placeOf(ts.nodes[t])] = Term(t)
	}
}

// Node returns the structure of a term.
func (ts *Terms) Node(t Term) Node { return ts.nodes[t] }

// Nil is the constant nil.
func (ts *Terms) Nil() Term { return ts.Make(Node{Kind: Nil}) }

// Zero is the zero value of a struct or an array.
func (ts *Terms) Zero() Term { return ts.Make(Node{Kind: Zero}) }

// Param is a parameter of the function.
func (ts *Terms) Param(number int) Term { return ts.Make(Node{Kind: Param, N: number}) }

// Field is the address of a field of the struct at base.
func (ts *Terms) Field(base Term, field int) Term {
	return ts.Make(Node{Kind: Field, A: base, N: field})
}

// Index is the address of an element. An element of a part of a list is one of the
// list.
func (ts *Terms) Index(base, index Term) Term {
	if n := ts.Node(base); n.Kind == Slice {
		low, _ := ts.AsInt(n.B)
		if i, ok := ts.AsInt(index); ok {
			base, index = n.A, ts.Int(low+i)
		}
	}
	return ts.Make(Node{Kind: Index, A: base, B: index})
}

// Slice is the part of a list that begins at low and has a length, or goes on to the
// end of the list if the length is -1.
func (ts *Terms) Slice(list Term, low int64, length int) Term {
	if n := ts.Node(list); n.Kind == Slice {
		before, _ := ts.AsInt(n.B)
		if length < 0 && n.N >= 0 {
			length = n.N - int(low)
		}
		list, low = n.A, low+before
	}
	return ts.Make(Node{Kind: Slice, A: list, B: ts.Int(low), N: length})
}

// InSlice reports whether an address is in a part of a list. It is if the index is
// unknown.
func (ts *Terms) InSlice(addr, slice Term) bool {
	s := ts.Node(slice)
	if ts.roots[addr] != ts.roots[s.A] {
		return false
	}
	for {
		n := &ts.nodes[addr]
		if n.Kind != Field && n.Kind != Index {
			return false
		}
		if n.A == s.A {
			low, _ := ts.AsInt(s.B)
			i, known := ts.AsInt(n.B)
			return n.Kind == Index && (!known || low <= i && (s.N < 0 || i < low+int64(s.N)))
		}
		addr = n.A
	}
}

// Load is the struct that is at an address, by its parts.
func (ts *Terms) Load(addr Term) Term { return ts.Make(Node{Kind: Load, A: addr}) }

// List returns one term for a list of terms.
func (ts *Terms) List(all []Term) Term {
	var l Term
	for _, t := range all {
		l = ts.Make(Node{Kind: Pair, A: l, B: t})
	}
	return l
}

// Listed returns the terms of a list that is not empty.
func (ts *Terms) Listed(list Term) (all []Term, ok bool) {
	for n := ts.Node(list); n.Kind == Pair; n = ts.Node(n.A) {
		all = append(all, n.B)
	}
	for i, j := 0, len(all)-1; i < j; i, j = i+1, j-1 {
		all[i], all[j] = all[j], all[i]
	}
	return all, len(all) > 0
}

// SetNonNil notes that a value is not nil.
func (ts *Terms) SetNonNil(t Term) { ts.nonNil[t] = true }

// SetRepeats notes that conditions are made of a value in more than one place.
func (ts *Terms) SetRepeats(t Term) { ts.repeats[t] = true }

// Repeats reports whether conditions are made of a value in more than one place.
func (ts *Terms) Repeats(t Term) bool { return ts.repeats[t] }

// IsNil reports whether t is the constant nil.
func (ts *Terms) IsNil(t Term) bool { return ts.Node(t).Kind == Nil }

// NotNil reports whether t cannot be nil.
func (ts *Terms) NotNil(t Term) bool {
	if ts.nonNil[t] {
		return true
	}
	switch ts.Node(t).Kind {
	case Alloc, Global, Func, Closure, Field, Index, Slice, Const:
		return true
	}
	return false
}

// Root returns the variable that an address points into.
func (ts *Terms) Root(addr Term) Term { return ts.roots[addr] }

// Under reports whether an address is base, or points into what is there.
func (ts *Terms) Under(addr, base Term) bool {
	root := ts.roots[addr]
	if root != ts.roots[base] {
		return false
	}
	for addr != base {
		if addr == root {
			return false
		}
		addr = ts.nodes[addr].A
	}
	return true
}

// Rebase returns an address inside of from as one inside of to.
func (ts *Terms) Rebase(addr, from, to Term) Term {
	if addr == from {
		return to
	}
	n := ts.Node(addr)
	n.A = ts.Rebase(n.A, from, to)
	return ts.Make(n)
}

// Mentions reports whether t is, or was computed from, one of some terms.
func (ts *Terms) Mentions(t Term, some func(Term) bool) bool {
	if t == 0 {
		return false
	}
	if some(t) {
		return true
	}
	a, b := ts.nodes[t].A, ts.nodes[t].B
	return a != 0 && ts.Mentions(a, some) || b != 0 && ts.Mentions(b, some)
}

// Constant is a constant of the program.
func (ts *Terms) Constant(c *ssa.Const) Term {
	if c.Value == nil {
		switch c.Type().Underlying().(type) {
		case *types.Struct, *types.Array:
			return ts.Zero()
		}
		if _, ok := types.Unalias(c.Type()).(*types.TypeParam); ok {
			return ts.Zero()
		}
		return ts.Nil()
	}
	return ts.Value(c.Value)
}

// ZeroOf is the zero value of a type.
func (ts *Terms) ZeroOf(t types.Type) Term {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return ts.Bool(false)
		case u.Info()&types.IsString != 0:
			return ts.Value(constant.MakeString(""))
		case u.Info()&types.IsInteger != 0:
			return ts.Int(0)
		case u.Kind() == types.UnsafePointer:
			return ts.Nil()
		}
		return ts.Zero()
	case *types.Struct, *types.Array:
		return ts.Zero()
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return ts.Zero()
	}
	return ts.Nil()
}

// Value is a constant.
func (ts *Terms) Value(v constant.Value) Term {
	return ts.Exact(v.ExactString(), int(v.Kind()))
}

// Exact is the constant with an exact text and a kind, as ExactOf returns them.
func (ts *Terms) Exact(text string, kind int) Term {
	return ts.Make(Node{Kind: Const, Tag: text, N: kind})
}

// ExactOf returns the text and the kind of a constant.
func (ts *Terms) ExactOf(t Term) (text string, kind int, ok bool) {
	n := ts.Node(t)
	if n.Kind != Const {
		return "", 0, false
	}
	return n.Tag.(string), n.N, true
}

// Bool is the constant true or false.
func (ts *Terms) Bool(b bool) Term { return ts.Value(constant.MakeBool(b)) }

// Int is an integer constant.
func (ts *Terms) Int(i int64) Term { return ts.Value(constant.MakeInt64(i)) }

// AsBool is the value of a boolean constant.
func (ts *Terms) AsBool(t Term) (value, ok bool) {
	n := ts.Node(t)
	if n.Kind != Const || n.N != int(constant.Bool) {
		return false, false
	}
	return n.Tag == "true", true
}

// AsInt is the value of an integer constant.
func (ts *Terms) AsInt(t Term) (int64, bool) {
	n := ts.Node(t)
	if n.Kind != Const || n.N != int(constant.Int) {
		return 0, false
	}
	if v, err := strconv.ParseInt(n.Tag.(string), 10, 64); err == nil {
		return v, true
	}
	v := constant.MakeFromLiteral(n.Tag.(string), token.INT, 0)
	if v.Kind() != constant.Int { // negative
		v = constant.UnaryOp(token.SUB, constant.MakeFromLiteral(n.Tag.(string)[1:], token.INT, 0), 0)
	}
	return constant.Int64Val(v)
}
