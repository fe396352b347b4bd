package term

import "go/token"

// Binary returns a op b, computed if both are integer constants. Comparisons are
// made of == and < alone, with their operands in one order, so that conditions
// that mean the same are the same term.
func (ts *Terms) Binary(op token.Token, a, b Term) Term {
	if t, ok := ts.computed(op, a, b); ok {
		return t
	}
	switch op {
	case token.NEQ:
		return ts.Not(ts.Binary(token.EQL, a, b))
	case token.GEQ:
		return ts.Not(ts.Binary(token.LSS, a, b))
	case token.GTR:
		return ts.Binary(token.LSS, b, a)
	case token.LEQ:
		return ts.Not(ts.Binary(token.LSS, b, a))
	case token.EQL:
		return ts.Equal(a, b)
	case token.LSS:
		if a == b {
			return ts.Bool(false)
		}
	}
	return ts.Make(Node{Kind: Binary, A: a, B: b, Tag: op})
}

func (ts *Terms) computed(op token.Token, a, b Term) (Term, bool) {
	x, ok := ts.AsInt(a)
	if !ok {
		return 0, false
	}
	y, ok := ts.AsInt(b)
	if !ok {
		return 0, false
	}
	switch op {
	case token.QUO, token.REM:
		return ts.divided(op, x, y)
	case token.ADD:
		return ts.Int(x + y), true
	case token.SUB:
		return ts.Int(x - y), true
	case token.EQL:
		return ts.Bool(x == y), true
	case token.NEQ:
		return ts.Bool(x != y), true
	case token.LSS:
		return ts.Bool(x < y), true
	case token.LEQ:
		return ts.Bool(x <= y), true
	case token.GTR:
		return ts.Bool(x > y), true
	case token.GEQ:
		return ts.Bool(x >= y), true
	}
	return 0, false
}

// divided is the quotient or the remainder of two integers.
func (ts *Terms) divided(op token.Token, x, y int64) (Term, bool) {
	switch {
	case y == 0: // it panics
		return 0, false
	case op == token.QUO:
		return ts.Int(x / y), true
	}
	return ts.Int(x % y), true
}

// Equal is the condition a == b. A constant, or nil, comes second.
func (ts *Terms) Equal(a, b Term) Term {
	if a == b {
		return ts.Bool(true)
	}
	if ts.IsNil(a) {
		a, b = b, a
	}
	if ts.IsNil(b) && ts.NotNil(a) {
		return ts.Bool(false)
	}
	na, nb := ts.Node(a), ts.Node(b)
	if na.Kind == Const && nb.Kind == Const {
		return ts.Bool(na.Tag == nb.Tag)
	}
	if v, ok := ts.AsBool(b); ok {
		if v {
			return a
		}
		return ts.Not(a)
	}
	if v, ok := ts.AsBool(a); ok {
		if v {
			return b
		}
		return ts.Not(b)
	}
	if na.Kind == Const || nb.Kind != Const && a > b && !ts.IsNil(b) {
		a, b = b, a
	}
	return ts.Make(Node{Kind: Binary, A: a, B: b, Tag: token.EQL})
}

// IsNilTest is the condition t == nil, even if t cannot be nil.
func (ts *Terms) IsNilTest(t Term) Term {
	return ts.Make(Node{Kind: Binary, A: t, B: ts.Nil(), Tag: token.EQL})
}

// Not is the opposite of a condition.
func (ts *Terms) Not(t Term) Term {
	if v, ok := ts.AsBool(t); ok {
		return ts.Bool(!v)
	}
	if n := ts.Node(t); n.Kind == Not {
		return n.A
	}
	return ts.Make(Node{Kind: Not, A: t})
}

// EqualTo returns what a condition compares for equality.
func (ts *Terms) EqualTo(cond Term) (a, b Term, ok bool) {
	n := ts.Node(cond)
	return n.A, n.B, n.Kind == Binary && n.Tag == token.EQL
}
