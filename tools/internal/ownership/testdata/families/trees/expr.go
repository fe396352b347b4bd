// Package trees has pooled objects that hold others of their kind, which go back with
// them.
package trees

import "sync"

type expr struct {
	op          byte
	value       int
	left, right *expr
}

var exprs = sync.Pool{New: func() any { return new(expr) }}

// newExpr returns an expression that owns both of its parts.
func newExpr(op byte, value int, left, right *expr) *expr {
	e := exprs.Get().(*expr)
	*e = expr{op, value, left, right}
	return e
}

func (e *expr) eval() int {
	if e.op == '+' {
		return e.left.eval() + e.right.eval()
	}
	return e.value
}

// free puts back an expression and all of its parts.
func (e *expr) free() {
	if e == nil {
		return
	}
	e.left.free()
	e.right.free()
	*e = expr{}
	exprs.Put(e)
}
