// truth: correct

// Command multigzip archives log segments at a level that depends on their
// size. There is a pool of compressors for each level.
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

var writers [gzip.BestCompression + 1]sync.Pool

func init() {
	for level := range writers {
		writers[level].New = func() any {
			zw, err := gzip.NewWriterLevel(io.Discard, level)
			if err != nil {
				panic(err)
			}
			return zw
		}
	}
}

// A writeCloser is a gzip stream whose Close ends it and gives its compressor
// back. Closing it again does nothing.
type writeCloser struct {
	zw    *gzip.Writer
	level int
	n     int64
}

func newWriter(w io.Writer, level int, name string) *writeCloser {
	zw := writers[level].Get().(*gzip.Writer)
	zw.Reset(w)
	zw.Name = name
	return &writeCloser{zw: zw, level: level}
}

var errClosed = errors.New("archive: closed")

func (c *writeCloser) Write(p []byte) (int, error) {
	if c.zw == nil {
		return 0, errClosed
	}
	n, err := c.zw.Write(p)
	c.n += int64(n)
	return n, err
}

func (c *writeCloser) Close() error {
	zw := c.zw
	if zw == nil {
		return nil
	}
	c.zw = nil
	err := zw.Close()
	zw.Reset(io.Discard)
	writers[c.level].Put(zw)
	return err
}

type segment struct {
	name string
	size int
	open func() io.Reader
}

func levelFor(size int) int {
	switch {
	case size > 1<<15:
		return gzip.BestSpeed
	case size > 1<<10:
		return 4
	}
	return gzip.BestCompression
}

func archive(dst io.Writer, s segment) (n int64, err error) {
	zw := newWriter(dst, levelFor(s.size), s.name)
	defer func() {
		if cerr := zw.Close(); err == nil {
			err = cerr
		}
	}()
	if _, err := io.Copy(zw, s.open()); err != nil {
		return zw.n, fmt.Errorf("%s: %w", s.name, err)
	}
	// The end must be on disk before the segment is deleted.
	if err := zw.Close(); err != nil {
		return zw.n, err
	}
	return zw.n, nil
}

func names(archived []byte) (names []string, err error) {
	zr, err := gzip.NewReader(bytes.NewReader(archived))
	if err != nil {
		return nil, err
	}
	for {
		zr.Multistream(false)
		n, err := io.Copy(io.Discard, zr)
		if err != nil {
			return names, err
		}
		names = append(names, fmt.Sprint(zr.Name, ":", n))
		if err := zr.Reset(struct{ io.Reader }{bytes.NewReader(nil)}); err != nil {
			return names, nil
		}
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("bad sector") }

func main() {
	text := func(n int) segment {
		return segment{fmt.Sprint("seg-", n), n, func() io.Reader { return strings.NewReader(strings.Repeat("log line\n", n/9)) }}
	}
	segments := []segment{text(90), text(9000), text(90000), {"bad", 10, func() io.Reader { return brokenReader{} }}}
	var wg sync.WaitGroup
	for _, s := range segments {
		wg.Go(func() {
			var dst bytes.Buffer
			n, err := archive(&dst, s)
			if err == nil {
				var list []string
				list, err = names(dst.Bytes())
				fmt.Println(n, list, err)
				return
			}
			fmt.Println(n, err)
		})
	}
	wg.Wait()
}
