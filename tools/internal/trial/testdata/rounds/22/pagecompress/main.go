// truth: correct

// Command pagecompress keeps compressed variants of rendered pages in shared memory.
package main

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/rcpool/rcpool/stdpool"
)

var errRender = errors.New("render failed")

type variants struct {
	plain, packed stdpool.ByteRef
}

func (v *variants) release() {
	v.plain.Drop()
	v.packed.Drop()
}

type store struct {
	mu    sync.RWMutex
	pages map[string]variants
}

func render(path string, out io.Writer) error {
	for i := range 20 {
		if strings.HasPrefix(path, "/broken") && i == 3 {
			return errRender
		}
		fmt.Fprintf(out, "<li>%s %d</li>\n", path, i)
	}
	return nil
}

func build(path string) (v variants, err error) {
	defer func() {
		if err != nil {
			v.release()
		}
	}()
	v.plain = stdpool.Bytes(0)
	if err := render(path, &v.plain); err != nil {
		return v, fmt.Errorf("%s: %w", path, err)
	}
	v.packed = stdpool.Bytes(0)
	gz := stdpool.GzipWriter(&v.packed, gzip.BestSpeed)
	defer gz.Release()
	if _, err := gz.Value().Write(v.plain.Value()); err != nil {
		return v, err
	}
	if err := gz.Value().Close(); err != nil {
		return v, err
	}
	if v.packed.Len() >= v.plain.Len() {
		v.packed.Drop()
	}
	return v, nil
}

func (s *store) refresh(path string) error {
	fresh, err := build(path)
	if err != nil {
		return err
	}
	s.mu.Lock()
	old := s.pages[path]
	s.pages[path] = fresh
	s.mu.Unlock()
	old.release()
	return nil
}

// lookup returns a reference for the caller.
func (s *store) lookup(path string, packed bool) (stdpool.ByteRef, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	v, ok := s.pages[path]
	if !ok {
		return stdpool.ByteRef{}, false
	}
	if packed && !v.packed.IsZero() {
		return v.packed.Retain(), true
	}
	return v.plain.Retain(), true
}

func (s *store) purge(keep func(string) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for path, v := range s.pages {
		if !keep(path) {
			v.release()
			delete(s.pages, path)
		}
	}
}

func main() {
	s := &store{pages: map[string]variants{}}
	for _, path := range []string{"/a", "/b", "/broken", "/a"} {
		if err := s.refresh(path); err != nil {
			fmt.Println(err)
		}
	}
	var wg sync.WaitGroup
	for _, packed := range []bool{true, false} {
		page, ok := s.lookup("/a", packed)
		if !ok {
			continue
		}
		wg.Go(page.Hold(func(b []byte) { fmt.Println(packed, len(b) > 0) }))
		page.Release()
	}
	s.purge(func(path string) bool { return path == "/b" })
	_, found := s.lookup("/a", false)
	wg.Wait()
	fmt.Println(found, len(s.pages))
	s.purge(func(string) bool { return false })
}
