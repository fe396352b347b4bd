package swapped

// The message is released, and again with the others.
func lastTwice() int {
	var d double
	defer d.close()
	d.cur = get(1)
	n := d.cur.Value().ID
	d.cur.Release() // want "double-release: "
	return n
}

// Only one of the two is released.
func oneOfBoth() int {
	var d double
	d.cur, d.next = get(1), get(2) // want "leak: "
	n := d.cur.Value().ID
	d.cur.Release()
	return n
}
