package expectedframes

// The caller knows that there is none, and releases it.
func mistaken(text []byte) int {
	f, ok := first(text)
	if !ok {
		f.payload.Release() // want "zero-ref: "
		return 0
	}
	defer f.payload.Release()
	return f.payload.Len()
}

// The caller looks at what it said, and goes on.
func unasked(text []byte) (n int) {
	f, ok := first(text)
	if !ok {
		n = -1
	}
	n += int(f.seq)
	f.payload.Release() // want "zero-ref: "
	return n
}

// What is expected is there, and lost.
func lost(name string) uint16 {
	f, _ := first([]byte("hello, " + name)) // want "leak: "
	return f.seq
}
