// Package concrete has calls through interfaces whose concrete types are known.
package concrete

import (
	"errors"
	"io"

	"github.com/rcpool/rcpool"
)

// A Chunk is a part of a stream.
type Chunk struct {
	N    int
	Data [512]byte
}

var chunks = rcpool.Pool[Chunk]{Name: "chunks"}

var errClosed = errors.New("closed")

// A source is read and closed.
type source interface {
	next() (int, bool)
	close()
}

// A chunkSource owns a chunk.
type chunkSource struct {
	chunk rcpool.Ref[Chunk]
	at    int
}

func newChunkSource() *chunkSource { return &chunkSource{chunk: chunks.Get()} }

func (s *chunkSource) next() (int, bool) {
	if s.at >= s.chunk.Value().N {
		return 0, false
	}
	s.at++
	return s.at, true
}

func (s *chunkSource) close() { s.chunk.Release() }

// An emptySource owns nothing.
type emptySource struct{}

func (emptySource) next() (int, bool) { return 0, false }

func (emptySource) close() {}

// open returns a source that owns a chunk, or one that owns nothing.
func open(size int) source {
	if size == 0 {
		return emptySource{}
	}
	s := newChunkSource()
	s.chunk.Value().N = size
	return s
}

// openChunk always returns a source that owns a chunk.
func openChunk(size int) (source, error) {
	if size < 0 {
		return nil, errClosed
	}
	s := newChunkSource()
	s.chunk.Value().N = size
	return s, nil
}

// A limited source is a source around another one, which it owns.
type limited struct {
	source
	left int
}

func (l *limited) next() (int, bool) {
	if l.left == 0 {
		return 0, false
	}
	l.left--
	return l.source.next()
}

func sum(s source) (n int) {
	for v, ok := s.next(); ok; v, ok = s.next() {
		n += v
	}
	return n
}

// drainAndClose closes the source.
func drainAndClose(s source) int {
	defer s.close()
	return sum(s)
}

// A closer is what T must be for closeAll.
type closer interface{ close() }

func closeAll[T closer](all ...T) {
	for _, c := range all {
		c.close()
	}
}

// A chunkWriter is an io.WriteCloser that owns a chunk.
type chunkWriter struct{ chunk rcpool.Ref[Chunk] }

func newChunkWriter() io.WriteCloser { return &chunkWriter{chunks.Get()} }

func (w *chunkWriter) Write(p []byte) (int, error) {
	c := w.chunk.Value()
	n := copy(c.Data[c.N:], p)
	c.N += n
	if n < len(p) {
		return n, io.ErrShortWrite
	}
	return n, nil
}

func (w *chunkWriter) Close() error {
	w.chunk.Release()
	return nil
}
