// truth: wrong-pool line 57 plain

// Command tarpack copies files into an archive; small and large files have
// copy buffers of their own.
package main

import (
	"archive/tar"
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
)

const (
	smallSize = 1 << 10
	largeSize = 1 << 15
)

type packer struct {
	out   *tar.Writer
	small sync.Pool
	large sync.Pool
	files int
}

func newPacker(w io.Writer) *packer {
	p := &packer{out: tar.NewWriter(w)}
	p.small.New = func() any { b := make([]byte, smallSize); return &b }
	p.large.New = func() any { b := make([]byte, largeSize); return &b }
	return p
}

type source struct {
	name string
	size int64
	open func() (io.ReadCloser, error)
}

func (p *packer) add(s source) error {
	in, err := s.open()
	if err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	defer in.Close()
	if err := p.out.WriteHeader(&tar.Header{Name: s.name, Mode: 0o644, Size: s.size}); err != nil {
		return err
	}
	if s.size <= smallSize {
		buf := p.small.Get().(*[]byte)
		defer p.small.Put(buf)
		_, err = io.CopyBuffer(struct{ io.Writer }{p.out}, struct{ io.Reader }{in}, *buf)
	} else {
		buf := p.large.Get().(*[]byte)
		_, err = io.CopyBuffer(struct{ io.Writer }{p.out}, struct{ io.Reader }{in}, *buf)
		p.small.Put(buf)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	p.files++
	return nil
}

func (p *packer) close() error { return p.out.Close() }

func text(name string, n int) source {
	return source{name, int64(n), func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(strings.Repeat("x", n))), nil
	}}
}

func missing(name string) source {
	return source{name, 0, func() (io.ReadCloser, error) { return nil, io.ErrUnexpectedEOF }}
}

func main() {
	var archive bytes.Buffer
	p := newPacker(&archive)
	for _, s := range []source{text("a", 100), text("b", 50_000), missing("c"), text("d", 1024), text("e", 1025)} {
		if err := p.add(s); err != nil {
			fmt.Println(err)
		}
	}
	if err := p.close(); err != nil {
		panic(err)
	}
	in := tar.NewReader(&archive)
	for {
		h, err := in.Next()
		if err == io.EOF {
			break
		} else if err != nil {
			panic(err)
		}
		n, err := io.Copy(io.Discard, in)
		fmt.Println(h.Name, n, err)
	}
	fmt.Println(p.files, "files")
}
