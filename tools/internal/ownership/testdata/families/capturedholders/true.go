package capturedholders

// It is released when another one has taken it out, and then once more.
func askTwice(id int) bool {
	t := newTable()
	ref := calls.Get()
	ref.Release()
	ok := t.answer(id)
	ref.Release() // want "double-release: "
	return ok
}

// A call is used after it was released.
func useLate(id int) int {
	t := newTable()
	ref := calls.Get()
	c := ref.Value()
	ref.Release()
	t.clear()
	return c.id // want "use-after-release: "
}

// It does not get into the table.
func lose(id int) {
	t := newTable()
	defer t.clear()
	ref := calls.Get() // want "leak: "
	if id < 0 {
		return
	}
	t.waiting[id] = ref
}
