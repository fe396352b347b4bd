package concrete

import "io"

// The source is known, although its variable is an interface.
func sumOf() int {
	var s source = newChunkSource()
	defer s.close()
	return sum(s)
}

// One of the two sources owns a chunk, and both are closed.
func sumOpened(size int) int {
	s := open(size)
	n := sum(s)
	s.close()
	return n
}

// The source that owns a chunk is closed through the one around it.
func sumLimited(size, limit int) (int, error) {
	s, err := openChunk(size)
	if err != nil {
		return 0, err
	}
	l := &limited{s, limit}
	defer l.close()
	return sum(l), nil
}

// The callee closes the source.
func drain(size int) (int, error) {
	s, err := openChunk(size)
	if err != nil {
		return 0, err
	}
	return drainAndClose(s), nil
}

// Each element of the slice is closed.
func sumBoth() (n int) {
	sources := []source{newChunkSource(), newChunkSource()}
	for _, s := range sources {
		n += sum(s)
	}
	for _, s := range sources {
		s.close()
	}
	return n
}

// The type switch finds the owner.
func sizeOf(size int) int {
	s := open(size)
	defer s.close()
	switch s := s.(type) {
	case *chunkSource:
		return s.chunk.Value().N
	default:
		return 0
	}
}

// The generic function closes both.
func closeTwo() {
	left, right := newChunkSource(), newChunkSource()
	left.chunk.Value().N = right.chunk.Value().N
	closeAll(left, right)
}

// The writer of the interface is closed on each way out.
func write(texts ...string) error {
	w := newChunkWriter()
	for _, text := range texts {
		if _, err := io.WriteString(w, text); err != nil {
			w.Close()
			return err
		}
	}
	return w.Close()
}
