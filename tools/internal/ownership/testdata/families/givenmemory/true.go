package givenmemory

// The writer keeps the buffer.
func keptText(text string) []byte {
	w := getKept()
	defer kept.Put(w)
	w.add(text)
	return w.buf // want "escape: "
}

// The buffer is returned when the writer is back.
func keptLate(text string) []byte {
	w := getKept()
	w.add(text)
	out := w.buf
	kept.Put(w)
	return out // want "use-after-release: "
}

// Another function takes a writer with its buffer.
func appendMixed(dst []byte, write func(*writer)) []byte {
	w := mixed.Get().(*writer)
	defer mixed.Put(w)
	w.reset(dst)
	write(w)
	return w.buf // want "escape: "
}

// The writer is used when it is back.
func lateSize(text string) int {
	w := given.Get().(*writer)
	w.reset(nil)
	w.add(text)
	putGiven(w)
	return len(w.buf) // want "use-after-release: "
}
