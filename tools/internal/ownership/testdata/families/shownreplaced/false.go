package shownreplaced

// The list has the headers from before.
func replaced(n int) int {
	m := newMuxer()
	defer m.close()
	all := m.replaceEach(n)
	defer all.Free()
	return len(all)
}
