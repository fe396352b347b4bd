package neverset

// The conn was put back already.
func pipeline(lines ...string) error {
	c := conns.Get().(*conn)
	c.pending = append(c.pending, lines...)
	if err := flush(c); err != nil {
		put(c) // want "double-release: "
		return err
	}
	return nil
}

// The conn is used after it was put back.
func count(lines ...string) int {
	c := conns.Get().(*conn)
	c.pending = append(c.pending, lines...)
	put(c)
	return len(c.pending) // want "use-after-release: "
}

// A method tells that the conn goes back.
func both(lines ...string) {
	c := conns.Get().(*conn)
	c.pending = append(c.pending, lines...)
	giveBack(c)
	giveBack(c) // want "double-release: "
}
