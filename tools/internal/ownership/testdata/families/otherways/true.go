package otherways

// lost does not give it up if it fails.
func buildLost() error {
	b := newBuilder() // want "leak: "
	return b.lost()
}

// close has given it up.
func countTwice() int {
	b := newBuilder()
	rows := b.close(true)
	b.ref.Release() // want "double-release: "
	return rows
}

// Nobody gives it up if there are no rows.
func rowsOf(rows int) int {
	b := newBuilder() // want "leak: "
	if rows == 0 {
		return 0
	}
	b.ref.Value().rows = rows
	return b.close(false)
}
