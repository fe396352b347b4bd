package trees

// The parts go back with the whole.
func sum(a, b int) int {
	e := newExpr('+', 0, newExpr(0, a, nil, nil), newExpr(0, b, nil, nil))
	defer e.free()
	return e.eval()
}

// A part is made first.
func double(a int) int {
	left := newExpr(0, a, nil, nil)
	e := newExpr('+', 0, left, newExpr(0, a, nil, nil))
	n := e.eval()
	e.free()
	return n
}

// It stands alone.
func value(a int) int {
	e := newExpr(0, a, nil, nil)
	n := e.value
	e.free()
	return n
}
