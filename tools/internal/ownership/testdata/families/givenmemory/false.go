package givenmemory

// The buffer of the caller comes back to it.
func appendBy(dst []byte, write func(*writer) error) ([]byte, error) {
	w := given.Get().(*writer)
	defer putGiven(w)

	w.reset(dst)

	err := write(w)
	dst = w.buf
	return dst, err
}

// The writer makes a buffer for the caller.
func madeBy(write func(*writer)) []byte {
	w := given.Get().(*writer)
	defer putGiven(w)
	w.reset(nil)
	write(w)
	return w.buf
}

// The buffer is assigned.
func pair(write func(*writer), n int) []byte {
	w := given.Get().(*writer)
	w.buf = make([]byte, 0, 2*n)
	write(w)
	write(w)
	out := w.buf
	putGiven(w)
	return out
}

// The buffer is copied before the writer keeps it.
func keptQuoted(text string) []byte {
	w := getKept()
	w.add(text)
	out := append([]byte(nil), w.buf...)
	kept.Put(w)
	return out
}
