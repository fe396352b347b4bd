package expectedframes

// There is one more than may be.
func (j *jitter) push(f frame) {
	j.frames = append(j.frames, f)
	if len(j.frames) > j.depth {
		old, _ := j.pop()
		old.payload.Release()
	}
}

// The text is not empty.
func greet(name string) int {
	f, _ := first([]byte("hello, " + name))
	defer f.payload.Release()
	return f.payload.Len()
}

// The caller looks.
func measure(text []byte) int {
	f, ok := first(text)
	if !ok {
		return 0
	}
	defer f.payload.Release()
	return f.payload.Len()
}
