// truth: leak line 68 callee
package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type Page struct {
	Title string
	HTML  []byte
}

func (p *Page) Reset() { *p = Page{HTML: p.HTML[:0]} }

var pages = rcpool.Pool[Page]{Name: "pages"}

// Cache owns one reference to each page.
type Cache struct {
	mu    sync.RWMutex
	pages map[string]rcpool.Ref[Page]
}

func (c *Cache) Put(path string, page rcpool.Ref[Page]) {
	c.mu.Lock()
	old := c.pages[path]
	c.pages[path] = page
	c.mu.Unlock()
	rcpool.Drop(&old)
}

func (c *Cache) lookup(path string) (rcpool.Ref[Page], bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	page, ok := c.pages[path]
	if !ok {
		return rcpool.Ref[Page]{}, false
	}
	return page.Retain(), true
}

func (c *Cache) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for path, page := range c.pages {
		page.Release()
		delete(c.pages, path)
	}
}

func render(path string) rcpool.Ref[Page] {
	page := pages.Get()
	p := page.Value()
	p.Title = strings.TrimPrefix(path, "/")
	p.HTML = append(p.HTML, "<h1>"+p.Title+"</h1>"...)
	return page
}

type site struct{ cache *Cache }

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	page, ok := s.cache.lookup(r.URL.Path)
	if !ok {
		page = render(r.URL.Path)
		s.cache.Put(r.URL.Path, page.Retain())
	}
	if r.Method == http.MethodHead {
		w.Header().Set("Content-Length", fmt.Sprint(len(page.Value().HTML)))
		page.Release()
		return
	}
	if _, err := w.Write(page.Value().HTML); err != nil {
		page.Release()
		return
	}
	if ok {
		w.Write([]byte("<!-- cached -->"))
		return
	}
	page.Release()
}

func main() {
	s := &site{cache: &Cache{pages: map[string]rcpool.Ref[Page]{}}}
	for _, request := range []string{"GET /a", "HEAD /a", "GET /b", "GET /a"} {
		method, path, _ := strings.Cut(request, " ")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(method, path, nil))
		body, _ := io.ReadAll(w.Body)
		fmt.Println(request, string(body))
	}
	s.cache.Close()
	fmt.Println("leases that are left:", pages.Stats().InUse)
}
