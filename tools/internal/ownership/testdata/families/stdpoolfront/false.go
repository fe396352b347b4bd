package stdpoolfront

import (
	"bytes"
	"compress/gzip"
	"crypto"
	_ "crypto/sha256"
	"io"
	"time"

	"github.com/rcpool/rcpool/stdpool"
)

// The string is a copy.
func (p *page) html() string {
	buf := stdpool.Buffer()
	defer buf.Release()
	p.render(buf.Value())
	return buf.Value().String()
}

// The compressor is closed before it is released.
func compress(w io.Writer, data []byte) error {
	gz := stdpool.GzipWriter(w, gzip.BestSpeed)
	defer gz.Release()
	if _, err := gz.Value().Write(data); err != nil {
		return err
	}
	return gz.Value().Close()
}

// The owner of the compressor is closed.
func compressAll(w io.Writer, pages ...*page) error {
	c := &compressed{out: w}
	c.open()
	for _, p := range pages {
		if _, err := c.Write(p.body); err != nil {
			c.gz.Release()
			return err
		}
	}
	return c.Close()
}

// If the header cannot be read, there is nothing to release.
func decompress(r io.Reader) ([]byte, error) {
	gz, err := stdpool.GzipReader(r)
	if err != nil {
		return nil, err
	}
	defer gz.Release()
	return io.ReadAll(gz.Value())
}

// The encoded bytes are written before the release.
func encode(w io.Writer, v any) error {
	buf, err := stdpool.EncodeJSON(v)
	if err != nil {
		return err
	}
	defer buf.Release()
	_, err = w.Write(buf.Value().Bytes())
	return err
}

// The query is owned if there is no error.
func search(r io.Reader) (string, error) {
	q, err := stdpool.ReadJSON(r, &queries)
	if err != nil {
		return "", err
	}
	defer q.Release()
	return q.Value().Text, nil
}

// The timer is released whichever case runs.
func wait(d time.Duration, done <-chan struct{}) bool {
	timer := stdpool.Timer(d)
	defer timer.Release()
	select {
	case <-timer.Value().C:
		return false
	case <-done:
		return true
	}
}

// The slice of bytes is a reference of its own.
func header(data []byte) (stdpool.ByteRef, int) {
	block := stdpool.Bytes(0)
	defer block.Release()
	block.Append(data...)
	return block.Slice(0, min(4, block.Len())), block.Len()
}

// The sum is copied out of the hash.
func sum(data []byte) []byte {
	h := stdpool.Hash(crypto.SHA256)
	defer h.Release()
	h.Value().Write(data)
	return h.Value().Sum(nil)
}

// What the reader has returned is cloned.
func firstLine(r io.Reader) ([]byte, error) {
	br := own.BufioReader(r)
	defer br.Release()
	line, err := br.Value().ReadSlice('\n')
	return bytes.Clone(line), err
}

type splitter struct{ rest stdpool.ByteRef }

// What is left of the last block comes before the next one.
func (s *splitter) feed(block stdpool.ByteRef) {
	if !s.rest.IsZero() {
		s.rest.Append(block.Value()...)
		block.Release()
		block = s.rest.Move()
	}
	defer block.Release()
	if p := block.Value(); len(p) > 0 {
		s.rest = block.Slice(1, len(p))
	}
}
