package copiedwhole

// The column is not copied, but forgotten.
func sizeOf() int {
	c := makeColumn() // want "leak: "
	return c.size()
}

// It is forgotten on one path.
func sizeUnless(skip bool) int {
	c := makeColumn() // want "leak: "
	if skip {
		return 0
	}
	n := c.size()
	c.Release()
	return n
}

// It is used after its release.
func sizeLate() int {
	c := makeColumn()
	c.Release()
	return c.size() // want "use-after-release: "
}

// It is released twice.
func sizeTwice() int {
	c := makeColumn()
	defer c.Release()
	n := c.size()
	c.Release() // want "double-release: "
	return n
}
