package literaltwice

// The deferred literal releases the array again.
func lengthTwice(values ...int64) (int, error) {
	a := newArray(values...)
	done := func() { a.Release() }
	defer done() // want "double-release: "
	if a.Len() == 0 {
		done()
		return 0, errEmpty
	}
	return a.Len(), nil
}

// The page is behind a pointer.
func numberTwice(limit int) (int, error) {
	c := &cursor{page: pages.Get()}
	done := func() { c.page.Release() }
	defer done() // want "double-release: "
	if c.page.Value().No > limit {
		done()
		return 0, errEmpty
	}
	return c.page.Value().No, nil
}

// Two calls follow each other.
func closedTwice(values ...int64) int {
	a := newArray(values...)
	n := a.Len()
	done := func() {
		n++
		a.Release()
	}
	done()
	if n > 3 {
		done() // want "double-release: "
	}
	return n
}

// The literal is called by a loop and deferred.
func loopTwice(values ...int64) (n int) {
	a := newArray(values...)
	done := func() { a.Release() }
	defer done() // want "double-release: "
	for i := range values {
		if values[i] < 0 {
			done()
			return n
		}
		n++
	}
	return n
}
