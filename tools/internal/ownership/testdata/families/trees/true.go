package trees

// The whole is used after it went back.
func sumLate(a, b int) int {
	e := newExpr('+', 0, newExpr(0, a, nil, nil), newExpr(0, b, nil, nil))
	e.free()
	return e.eval() // want "use-after-release: "
}

// The right part is read after the whole went back.
func (e *expr) freeLate() {
	if e == nil {
		return
	}
	e.left.freeLate()
	exprs.Put(e)
	e.right.freeLate() // want "use-after-release: "
}

// An expression that stands alone is never put back.
func single(a int) int {
	e := newExpr(0, a, nil, nil) // want "leak: "
	return e.value
}
