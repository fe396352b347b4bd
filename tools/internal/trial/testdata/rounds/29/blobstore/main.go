// truth: correct

// Command blobstore keeps compressed blobs by content address. Compressors,
// decompressors and buffers are reused.
package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

type pools struct {
	writers sync.Pool
	readers sync.Pool
	buffers sync.Pool
}

func newPools(level int) *pools {
	p := new(pools)
	p.writers.New = func() any {
		w, err := gzip.NewWriterLevel(nil, level)
		if err != nil {
			panic(err)
		}
		return w
	}
	p.readers.New = func() any { return new(gzip.Reader) }
	p.buffers.New = func() any { return new(bytes.Buffer) }
	return p
}

func (p *pools) buffer() *bytes.Buffer {
	b := p.buffers.Get().(*bytes.Buffer)
	b.Reset()
	return b
}

type address [sha256.Size]byte

type store struct {
	*pools
	mu    sync.RWMutex
	blobs map[address][]byte
}

func (s *store) compress(dst *bytes.Buffer, src io.Reader) (sum address, err error) {
	gz := s.writers.Get().(*gzip.Writer)
	defer s.writers.Put(gz)
	gz.Reset(dst)
	h := sha256.New()
	if _, err := io.Copy(io.MultiWriter(gz, h), src); err != nil {
		return sum, err
	}
	if err := gz.Close(); err != nil {
		return sum, err
	}
	h.Sum(sum[:0])
	return sum, nil
}

// put stores what r gives, and returns its address.
func (s *store) put(r io.Reader) (address, error) {
	buf := s.buffer()
	defer s.buffers.Put(buf)
	sum, err := s.compress(buf, r)
	if err != nil {
		return address{}, fmt.Errorf("put: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.blobs[sum]; !ok {
		s.blobs[sum] = bytes.Clone(buf.Bytes())
	}
	return sum, nil
}

var errMissing = errors.New("no such blob")

// open returns a reader, which gives its decompressor back when it is closed.
func (s *store) open(a address) (io.ReadCloser, error) {
	s.mu.RLock()
	blob, ok := s.blobs[a]
	s.mu.RUnlock()
	if !ok {
		return nil, errMissing
	}
	gz := s.readers.Get().(*gzip.Reader)
	if err := gz.Reset(bytes.NewReader(blob)); err != nil {
		s.readers.Put(gz)
		return nil, err
	}
	return &blobReader{gz: gz, pool: &s.readers}, nil
}

type blobReader struct {
	gz   *gzip.Reader
	pool *sync.Pool
}

func (b *blobReader) Read(p []byte) (int, error) {
	if b.gz == nil {
		return 0, io.ErrClosedPipe
	}
	return b.gz.Read(p)
}

func (b *blobReader) Close() error {
	if b.gz == nil {
		return nil
	}
	err := b.gz.Close()
	b.pool.Put(b.gz)
	b.gz = nil
	return err
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func main() {
	s := &store{pools: newPools(gzip.BestSpeed), blobs: map[address][]byte{}}
	text := strings.Repeat("content addressed ", 100)
	a, err := s.put(strings.NewReader(text))
	if err != nil {
		panic(err)
	}
	b, _ := s.put(strings.NewReader(text))
	_, err = s.put(io.MultiReader(strings.NewReader("half"), failing{}))
	fmt.Println(a == b, len(s.blobs), err)
	r, err := s.open(a)
	if err != nil {
		panic(err)
	}
	got, err := io.ReadAll(r)
	fmt.Println(string(got) == text, err, r.Close(), r.Close())
	_, err = s.open(address{})
	fmt.Println(err)
}
