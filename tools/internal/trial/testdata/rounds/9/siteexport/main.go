// truth: unclosed line 27 plain
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool/stdpool"
)

type site struct {
	pages map[string]string
	out   map[string][]byte
}

// publish writes a page next to its precompressed form.
func (s *site) publish(name string) error {
	text, ok := s.pages[name]
	if !ok {
		return fmt.Errorf("no page %q", name)
	}
	var disk bytes.Buffer
	gz := stdpool.GzipWriter(&disk, gzip.BestCompression)
	defer gz.Release()
	w := gz.Value()
	w.Stream.Name = name
	if _, err := io.WriteString(w, "<!doctype html>\n"); err != nil {
		return err
	}
	for line := range strings.Lines(text) {
		if _, err := fmt.Fprintf(w, "<p>%s</p>\n", strings.TrimSpace(line)); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	s.out[name] = []byte(text)
	s.out[name+".gz"] = disk.Bytes()
	return nil
}

func (s *site) verify(name string) (int, error) {
	zr, err := stdpool.GzipReader(bytes.NewReader(s.out[name]))
	if err != nil {
		return 0, err
	}
	defer zr.Release()
	n, err := io.Copy(io.Discard, zr.Value())
	return int(n), err
}

func main() {
	s := &site{
		pages: map[string]string{"index": "hello\nworld", "about": strings.Repeat("we print maps\n", 40)},
		out:   map[string][]byte{},
	}
	for _, name := range []string{"index", "about", "missing"} {
		if err := s.publish(name); err != nil {
			fmt.Println(err)
			continue
		}
		n, err := s.verify(name + ".gz")
		fmt.Println(name, n, err)
	}
}
