// truth: unclosed line 48 plain

// Command segmentzip compresses closed log segments of a broker.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool/stdpool"
)

type segment struct {
	base    int64
	entries []string
}

type archive struct {
	objects map[string][]byte
}

func (a *archive) put(name string, r io.Reader) error {
	p, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	a.objects[name] = p
	return nil
}

func (a *archive) get(name string) (string, error) {
	zr, err := stdpool.GzipReader(bytes.NewReader(a.objects[name]))
	if err != nil {
		return "", err
	}
	defer zr.Release()
	p, err := io.ReadAll(zr.Value())
	return string(p), err
}

func (s *segment) archive(to *archive) error {
	buf := stdpool.Buffer()
	defer buf.Release()
	gz := stdpool.GzipWriter(buf.Value(), gzip.BestSpeed)
	defer gz.Release()
	for i, e := range s.entries {
		if strings.ContainsRune(e, '\n') {
			return fmt.Errorf("entry %d has a newline", s.base+int64(i))
		}
		if _, err := fmt.Fprintf(gz.Value(), "%d %s\n", s.base+int64(i), e); err != nil {
			return err
		}
	}
	if err := gz.Value().Flush(); err != nil {
		return err
	}
	return to.put(fmt.Sprintf("%020d.log.gz", s.base), buf.Value())
}

func main() {
	a := &archive{objects: map[string][]byte{}}
	s := &segment{base: 4096, entries: []string{"created", "paid", "shipped"}}
	if err := s.archive(a); err != nil {
		fmt.Println(err)
	}
	for name := range a.objects {
		text, err := a.get(name)
		fmt.Printf("%s %q %v\n", name, text, err)
	}
}
