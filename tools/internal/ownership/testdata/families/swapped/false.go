package swapped

// Each step has a message of its own.
func last(n int) int {
	var d double
	defer d.close()
	for i := range n {
		d.step(i)
	}
	if d.cur.IsZero() {
		return 0
	}
	return d.cur.Value().ID
}

// Both are there after two steps.
func both() int {
	var d double
	d.step(1)
	d.step(2)
	n := d.cur.Value().ID + d.next.Value().ID
	d.close()
	return n
}
