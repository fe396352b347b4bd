package shownreplaced

// What it is replaced by is lost.
func unclosed(n int) int {
	header := fresh(4000)
	n += header.Len()
	header.Free()
	header = fresh(n) // want "leak: "
	return header.Len()
}
