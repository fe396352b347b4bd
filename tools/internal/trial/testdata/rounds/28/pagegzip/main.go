// truth: correct

// Command pagegzip serves rendered pages, compressed for clients that accept it.
// A rendered page is cached once and shared by the requests that send it.
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

var errNoPage = errors.New("no such page")

// render returns a page; the caller owns it.
func render(path string) (rcpool.Ref[bytes.Buffer], error) {
	page := stdpool.Buffer()
	defer rcpool.Drop(&page)
	b := page.Value()
	fmt.Fprintf(b, "<html><title>%s</title>", path)
	switch {
	case path == "/":
		b.WriteString("welcome")
	case strings.HasPrefix(path, "/docs/"):
		for i := range 100 {
			fmt.Fprintf(b, "<p>paragraph %d of %s", i, path)
		}
	default:
		return rcpool.Ref[bytes.Buffer]{}, errNoPage
	}
	return rcpool.Move(&page), nil
}

// squeeze returns the compressed page, or the page itself if that is no smaller.
// It takes page over; the caller owns the result.
func squeeze(page rcpool.Ref[bytes.Buffer]) (out rcpool.Ref[bytes.Buffer], zipped bool, err error) {
	packed := stdpool.Buffer()
	gz := stdpool.GzipWriter(packed.Value(), gzip.BestSpeed)
	_, err = gz.Value().Write(page.Value().Bytes())
	if cerr := gz.Value().Close(); err == nil {
		err = cerr
	}
	gz.Release()
	if err != nil {
		packed.Release()
		page.Release()
		return out, false, err
	}
	if packed.Value().Len() >= page.Value().Len() {
		packed.Release()
		return page, false, nil
	}
	page.Release()
	return packed, true, nil
}

type cached struct {
	page   rcpool.Ref[bytes.Buffer]
	zipped bool
}

type Site struct {
	mu    sync.Mutex
	pages map[string]cached
}

func (s *Site) page(path string) (rcpool.Ref[bytes.Buffer], bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c, ok := s.pages[path]; ok {
		return c.page.Retain(), c.zipped, nil
	}
	raw, err := render(path)
	if err != nil {
		return raw, false, err
	}
	page, zipped, err := squeeze(raw)
	if err != nil {
		return page, false, err
	}
	s.pages[path] = cached{page.Retain(), zipped}
	return page, zipped, nil
}

func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	page, zipped, err := s.page(r.URL.Path)
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	defer page.Release()
	if !zipped {
		w.Write(page.Value().Bytes())
		return
	}
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.Header().Set("Content-Encoding", "gzip")
		w.Write(page.Value().Bytes())
		return
	}
	plain, err := stdpool.GzipReader(bytes.NewReader(page.Value().Bytes()))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer plain.Release()
	io.Copy(w, plain.Value())
}

func (s *Site) Purge() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for path, c := range s.pages {
		delete(s.pages, path)
		c.page.Release()
	}
}

func main() {
	site := &Site{pages: make(map[string]cached)}
	defer site.Purge()
	for i, path := range []string{"/", "/docs/pools", "/docs/pools", "/nowhere", "/docs/refs"} {
		r := httptest.NewRequest("GET", path, nil)
		if i%2 == 1 {
			r.Header.Set("Accept-Encoding", "gzip")
		}
		w := httptest.NewRecorder()
		site.ServeHTTP(w, r)
		fmt.Println(w.Code, w.Header().Get("Content-Encoding"), w.Body.Len() > 0)
	}
}
