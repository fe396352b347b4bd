package literaltwice

import "github.com/apache/arrow-go/v18/arrow"

// The literal takes another one each time.
func popped() {
	stack := []arrow.Array{newArray(1), newArray(2)}
	pop := func() {
		last := len(stack) - 1
		stack[last].Release()
		stack = stack[:last]
	}
	pop()
	pop()
}

// The cursor goes on before the literal is called again.
func walked() int {
	c := &cursor{page: pages.Get(), next: &cursor{page: pages.Get()}}
	drop := func() {
		c.page.Release()
		c = c.next
	}
	drop()
	n := c.page.Value().No
	drop()
	return n
}

// Each array is released when it is replaced.
func replaced(values ...int64) int {
	a := newArray(values...)
	replace := func() {
		a.Release()
		a = newArray(values...)
	}
	replace()
	replace()
	n := a.Len()
	a.Release()
	return n
}

// A flag keeps the deferred call from doing it again.
func flagged(values ...int64) (int, error) {
	a := newArray(values...)
	released := false
	done := func() {
		if !released {
			released = true
			a.Release()
		}
	}
	defer done()
	if a.Len() == 0 {
		done()
		return 0, errEmpty
	}
	return a.Len(), nil
}
