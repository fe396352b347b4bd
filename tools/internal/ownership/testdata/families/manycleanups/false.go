package manycleanups

import "testing"

// Both are released by one deferred call.
func sum() int {
	a, b, free := two()
	defer free()
	a.Value().N = 1
	b.Value().N = 2
	return a.Value().N + b.Value().N
}

// It is handed on.
func sumInTest(t *testing.T) int {
	row, buffer, free := rowAndBuffer()
	t.Cleanup(free)
	buffer.WriteString("text")
	return row.N + buffer.Len()
}

// It is returned once more.
func rowOnly() (*Row, func()) {
	row, _, free := rowAndBuffer()
	return row, free
}

// It is called on each way.
func length(short bool) int {
	row, buffer, free := rowAndBuffer()
	if short {
		free()
		return 0
	}
	n := row.N + buffer.Len()
	free()
	return n
}

// It is called when the closer is closed.
func sumUntil(c closer) int {
	a, b, free := two()
	c.OnClose(free)
	a.Value().N = 1
	return a.Value().N + b.Value().N
}
