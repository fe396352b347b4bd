// truth: correct
package main

import (
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"hash"
	"hash/adler32"
	"io"
	"io/fs"
	"strings"
	"sync"
)

var flaters = sync.Pool{New: func() any {
	w, err := flate.NewWriter(io.Discard, flate.BestSpeed)
	if err != nil {
		panic(err)
	}
	return w
}}

// segment compresses to a file. Close may be called more than once.
type segment struct {
	file   io.WriteCloser
	fw     *flate.Writer
	digest hash.Hash32
	n      int64
}

func create(file io.WriteCloser) *segment {
	s := &segment{file: file, digest: adler32.New()}
	s.fw = flaters.Get().(*flate.Writer)
	s.fw.Reset(file)
	return s
}

func (s *segment) Write(p []byte) (int, error) {
	if s.fw == nil {
		return 0, fs.ErrClosed
	}
	n, err := s.fw.Write(p)
	s.digest.Write(p[:n])
	s.n += int64(n)
	return n, err
}

func (s *segment) Close() error {
	fw := s.fw
	if fw == nil {
		return nil
	}
	s.fw = nil
	err := fw.Close()
	fw.Reset(io.Discard)
	flaters.Put(fw)
	return errors.Join(err, s.file.Close())
}

type memFile struct {
	bytes.Buffer
	limit  int
	closed int
}

func (m *memFile) Write(p []byte) (int, error) {
	if m.limit > 0 && m.Len()+len(p) > m.limit {
		return 0, errors.New("disk full")
	}
	return m.Buffer.Write(p)
}

func (m *memFile) Close() error { m.closed++; return nil }

func backup(f *memFile, records []string) (sum uint32, err error) {
	s := create(f)
	defer func() { err = errors.Join(err, s.Close()) }()
	for _, r := range records {
		if _, err := io.WriteString(s, r); err != nil {
			return 0, err
		}
	}
	if err := s.Close(); err != nil {
		return 0, err
	}
	return s.digest.Sum32(), nil
}

func main() {
	records := strings.SplitAfter(strings.Repeat("row of a table, again;", 500), ";")
	for _, limit := range []int{0, 8, 1 << 20} {
		f := &memFile{limit: limit}
		sum, err := backup(f, records)
		fmt.Println(sum, err, f.closed)
		if err == nil {
			n, err := io.Copy(io.Discard, flate.NewReader(&f.Buffer))
			fmt.Println(n, err)
		}
	}
}
