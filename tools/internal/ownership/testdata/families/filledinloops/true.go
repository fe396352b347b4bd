package filledinloops

// Nothing has ever filled it.
func neverShown() *menu {
	var b board
	return b.last() // want "zero-ref: "
}

// What the loop has shown is cleared on each way.
func cleared(days [][]string) *menu {
	var b board
	for range days {
		b.show(menus.Get())
	}
	b.clear()
	return b.last() // want "zero-ref: "
}

// It is filled too late.
func tooLate() {
	var b board
	b.wipe() // want "zero-ref: "
	b.show(menus.Get())
	b.clear()
}

// It was wiped before.
func wipedTwice() {
	var b board
	b.show(menus.Get())
	b.wipe()
	b.wipe() // want "zero-ref: "
}
