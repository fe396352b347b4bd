package ownership

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"golang.org/x/tools/go/ssa"
)

// A term is a value as the explorer sees it along one path: where it came from
// and how it was computed, not what it is. Equal terms are equal values, as far
// as it matters. The zero term is no value.
type term int32

type kind uint8

const (
	kNone    kind = iota
	kConst        // tag: the constant, exact; nil is kNil
	kNil          // the zero value of a type that has nil
	kZero         // the zero value of a struct or array
	kParam        // n: its number
	kFree         // tag: the *ssa.FreeVar; only if the closure is looked at by itself
	kGlobal       // tag: the *ssa.Global: an address
	kFunc         // tag: the *ssa.Function
	kAlloc        // tag: the instruction, n: its turn: an address, or a fresh slice, map, channel
	kOpaque       // tag: the instruction, n: its turn, or an outcome: something unknown
	kField        // a: an address, n: the field: its address
	kPart         // a: a struct or a tuple, n: the field: its value
	kIndex        // a: an address, b: the index
	kLoad         // a: an address, n: which load of it
	kBinary       // a, b; tag: the token
	kNot          // a
	kLen          // a
	kCall         // tag: the callee, a: its arguments, n: which call of it
	kPair         // a, b: a list of arguments
	kClosure      // tag: the instruction, n: its turn
)

type node struct {
	kind kind
	a, b term
	n    int
	tag  any
}

// terms holds the nodes of terms, each once.
type terms struct {
	nodes   []node
	index   map[node]term
	nonNil  map[term]bool
	repeats map[term]bool // values whose conditions are asked of more than once
}

func newTerms() *terms {
	return &terms{nodes: make([]node, 1), index: map[node]term{}, nonNil: map[term]bool{}, repeats: map[term]bool{}}
}

func (ts *terms) make(n node) term {
	if t, ok := ts.index[n]; ok {
		return t
	}
	t := term(len(ts.nodes))
	ts.nodes = append(ts.nodes, n)
	ts.index[n] = t
	return t
}

func (ts *terms) node(t term) node { return ts.nodes[t] }

func (ts *terms) constant(c *ssa.Const) term {
	if c.Value == nil {
		switch c.Type().Underlying().(type) {
		case *types.Struct, *types.Array:
			return ts.make(node{kind: kZero})
		}
		if _, ok := types.Unalias(c.Type()).(*types.TypeParam); ok {
			return ts.make(node{kind: kZero})
		}
		return ts.make(node{kind: kNil})
	}
	return ts.value(c.Value)
}

func (ts *terms) value(v constant.Value) term {
	return ts.make(node{kind: kConst, tag: v.ExactString(), n: int(v.Kind())})
}

func (ts *terms) bool(b bool) term { return ts.value(constant.MakeBool(b)) }

// asBool is the value of a constant term.
func (ts *terms) asBool(t term) (value, ok bool) {
	n := ts.node(t)
	if n.kind != kConst || n.n != int(constant.Bool) {
		return false, false
	}
	return n.tag == "true", true
}

func (ts *terms) asInt(t term) (int64, bool) {
	n := ts.node(t)
	if n.kind != kConst || n.n != int(constant.Int) {
		return 0, false
	}
	v := constant.MakeFromLiteral(n.tag.(string), token.INT, 0)
	if v.Kind() != constant.Int { // negative
		v = constant.UnaryOp(token.SUB, constant.MakeFromLiteral(n.tag.(string)[1:], token.INT, 0), 0)
	}
	return constant.Int64Val(v)
}

func (ts *terms) isNil(t term) bool { return ts.node(t).kind == kNil }

// notNil reports whether t cannot be nil.
func (ts *terms) notNil(t term) bool {
	if ts.nonNil[t] {
		return true
	}
	switch ts.node(t).kind {
	case kAlloc, kGlobal, kFunc, kClosure, kField, kIndex, kConst:
		return true
	}
	return false
}

// binary returns a op b, as a constant if both are known.
func (ts *terms) binary(op token.Token, a, b term) term {
	if x, ok := ts.asInt(a); ok {
		if y, ok := ts.asInt(b); ok {
			switch op {
			case token.ADD:
				return ts.value(constant.MakeInt64(x + y))
			case token.SUB:
				return ts.value(constant.MakeInt64(x - y))
			case token.EQL:
				return ts.bool(x == y)
			case token.NEQ:
				return ts.bool(x != y)
			case token.LSS:
				return ts.bool(x < y)
			case token.LEQ:
				return ts.bool(x <= y)
			case token.GTR:
				return ts.bool(x > y)
			case token.GEQ:
				return ts.bool(x >= y)
			}
		}
	}
	switch op {
	case token.NEQ:
		return ts.not(ts.binary(token.EQL, a, b))
	case token.GEQ:
		return ts.not(ts.binary(token.LSS, a, b))
	case token.GTR:
		return ts.binary(token.LSS, b, a)
	case token.LEQ:
		return ts.not(ts.binary(token.LSS, b, a))
	case token.EQL:
		if a == b {
			return ts.bool(true)
		}
		if ts.isNil(a) {
			a, b = b, a
		}
		if ts.isNil(b) && ts.notNil(a) {
			return ts.bool(false)
		}
		na, nb := ts.node(a), ts.node(b)
		if na.kind == kConst && nb.kind == kConst {
			return ts.bool(na.tag == nb.tag)
		}
		if v, ok := ts.asBool(b); ok {
			if v {
				return a
			}
			return ts.not(a)
		}
		if v, ok := ts.asBool(a); ok {
			if v {
				return b
			}
			return ts.not(b)
		}
		if na.kind == kConst || nb.kind != kConst && a > b && !ts.isNil(b) {
			a, b = b, a
		}
	}
	return ts.make(node{kind: kBinary, a: a, b: b, tag: op})
}

func (ts *terms) not(t term) term {
	if v, ok := ts.asBool(t); ok {
		return ts.bool(!v)
	}
	if n := ts.node(t); n.kind == kNot {
		return n.a
	}
	return ts.make(node{kind: kNot, a: t})
}

// list returns one term for a list of terms.
func (ts *terms) list(all []term) term {
	var l term
	for _, t := range all {
		l = ts.make(node{kind: kPair, a: l, b: t})
	}
	return l
}

// root returns the variable that an address points into.
func (ts *terms) root(t term) term {
	for {
		n := ts.node(t)
		if n.kind != kField && n.kind != kIndex {
			return t
		}
		t = n.a
	}
}

// mentions reports whether t is or contains one of the terms.
func (ts *terms) mentions(t term, some func(term) bool) bool {
	if t == 0 {
		return false
	}
	if some(t) {
		return true
	}
	n := ts.node(t)
	return n.a != 0 && ts.mentions(n.a, some) || n.b != 0 && ts.mentions(n.b, some)
}

// An interval bounds an integer, both ends included.
type interval struct{ low, high int64 }

var whole = interval{math.MinInt64, math.MaxInt64}
