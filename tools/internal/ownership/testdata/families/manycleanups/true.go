package manycleanups

// Nothing is released.
func sumLost() int {
	a, b, _ := two() // want "leak: "
	a.Value().N = 1
	b.Value().N = 2
	return a.Value().N + b.Value().N
}

// The row is used after its release.
func sumStale() int {
	row, buffer, free := rowAndBuffer()
	n := buffer.Len()
	free()
	return n + row.N // want "use-after-release: "
}

// The function that releases both is not called if the text is empty.
func lengthLost(text string) int {
	row, buffer, free := rowAndBuffer() // want "leak: "
	if text == "" {
		return 0
	}
	buffer.WriteString(text)
	n := row.N + buffer.Len()
	free()
	return n
}

// Both are released by a deferred call as well.
func sumTwice() int {
	a, b, free := two()
	defer free()
	n := a.Value().N + b.Value().N
	a.Release() // want "double-release: "
	return n
}

// The closer gets another function.
func sumUntilLost(c closer) int {
	a, b, _ := two() // want "leak: "
	c.OnClose(func() {})
	a.Value().N = 1
	return a.Value().N + b.Value().N
}
