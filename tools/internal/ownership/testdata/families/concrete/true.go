package concrete

import "io"

// The source is known, and never closed.
func sumLost() int {
	var s source = newChunkSource() // missed "leak: "
	return sum(s)
}

// The source that owns a chunk is closed twice.
func sumOpenedTwice(size int) (n int) {
	s, err := openChunk(size)
	if err != nil {
		return 0
	}
	defer s.close()
	n = sum(s)
	if n == 0 {
		s.close() // missed "double-release: "
	}
	return n
}

// The source is closed, and the one around it too.
func sumLimitedTwice(size, limit int) (int, error) {
	s, err := openChunk(size)
	if err != nil {
		return 0, err
	}
	defer s.close()
	l := &limited{s, limit}
	n := sum(l)
	l.close() // missed "double-release: "
	return n, nil
}

// The callee has closed the source.
func drainAndSum(size int) (int, error) {
	s, err := openChunk(size)
	if err != nil {
		return 0, err
	}
	n := drainAndClose(s)
	return n + sum(s), nil // missed "use-after-release: "
}

// One of the elements is not closed.
func sumBothLost() (n int) {
	sources := []source{newChunkSource(), newChunkSource()} // missed "leak: "
	for _, s := range sources {
		n += sum(s)
	}
	for _, s := range sources[1:] {
		s.close()
	}
	return n
}

// The owner that the type switch finds is closed.
func sizeOfClosed(size int) int {
	s, err := openChunk(size)
	if err != nil {
		return 0
	}
	s.close()
	switch s := s.(type) {
	case *chunkSource:
		return s.chunk.Value().N // missed "use-after-release: "
	default:
		return 0
	}
}

// The generic function has closed both.
func closeThree() {
	left, right := newChunkSource(), newChunkSource()
	closeAll(left, right)
	left.close() // missed "double-release: "
}

// The writer is not closed when a write fails.
func writeLost(texts ...string) error {
	w := newChunkWriter() // missed "leak: "
	for _, text := range texts {
		if _, err := io.WriteString(w, text); err != nil {
			return err
		}
	}
	return w.Close()
}
