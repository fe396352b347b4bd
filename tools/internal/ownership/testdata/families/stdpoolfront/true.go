package stdpoolfront

import (
	"compress/gzip"
	"crypto"
	"io"
	"time"

	"github.com/rcpool/rcpool/stdpool"
)

// The bytes are the buffer's.
func (p *page) htmlBytes() []byte {
	buf := stdpool.Buffer()
	defer buf.Release()
	p.render(buf.Value())
	return buf.Value().Bytes() // want "escape: "
}

// The compressor is lost when the write fails.
func compressLost(w io.Writer, data []byte) error {
	gz := stdpool.GzipWriter(w, gzip.BestSpeed) // want "leak: "
	if _, err := gz.Value().Write(data); err != nil {
		return err
	}
	err := gz.Value().Close()
	gz.Release()
	return err
}

// The owner of the compressor is closed twice.
func compressAllTwice(w io.Writer, pages ...*page) error {
	c := &compressed{out: w}
	c.open()
	for _, p := range pages {
		if _, err := c.Write(p.body); err != nil {
			c.gz.Release()
			return err
		}
	}
	if err := c.Close(); err != nil {
		return err
	}
	return c.Close() // want "(use-after-release|double-release): "
}

// The release is deferred before the error is checked.
func decompressEarly(r io.Reader) ([]byte, error) {
	gz, err := stdpool.GzipReader(r)
	defer gz.Release() // want "zero-ref: "
	if err != nil {
		return nil, err
	}
	return io.ReadAll(gz.Value())
}

// The encoded bytes are returned.
func encodeBytes(v any) ([]byte, error) {
	buf, err := stdpool.EncodeJSON(v)
	if err != nil {
		return nil, err
	}
	data := buf.Value().Bytes()
	buf.Release()
	return data, nil // want "(escape|use-after-release): "
}

// A query without a text is lost.
func searchLost(r io.Reader) (string, error) {
	q, err := stdpool.ReadJSON(r, &queries) // want "leak: "
	if err != nil {
		return "", err
	}
	text := q.Value().Text
	if text == "" {
		return "", io.ErrUnexpectedEOF
	}
	q.Release()
	return text, nil
}

// The channel is that of a timer that was released.
func waitStale(d time.Duration, done <-chan struct{}) bool {
	timer := stdpool.Timer(d)
	tick := timer.Value().C
	timer.Release()
	select {
	case <-tick: // missed "use-after-release: "
		return false
	case <-done:
		return true
	}
}

// The block is not released, although the header has a reference.
func headerLost(data []byte) stdpool.ByteRef {
	block := stdpool.Bytes(len(data)) // want "leak: "
	copy(block.Value(), data)
	return block.Slice(0, min(4, block.Len()))
}

// The hash is used after its release.
func sumLate(data []byte) []byte {
	h := stdpool.Hash(crypto.SHA256)
	h.Value().Write(data)
	hash := h.Value()
	h.Release()
	return hash.Sum(nil) // want "use-after-release: "
}

// The line is memory of the reader.
func firstLineOf(r io.Reader) ([]byte, error) {
	br := own.BufioReader(r)
	defer br.Release()
	return br.Value().ReadSlice('\n') // want "escape: "
}

// The block is copied to what is left of the last one, and lost.
func (s *splitter) feedLost(block stdpool.ByteRef) { // missed "leak: "
	if !s.rest.IsZero() {
		s.rest.Append(block.Value()...)
		block = s.rest.Move()
	}
	defer block.Release()
	if p := block.Value(); len(p) > 0 {
		s.rest = block.Slice(1, len(p))
	}
}
