// truth: correct
package main

import (
	"bytes"
	"fmt"
	"html/template"
	"net/http"
	"net/http/httptest"
	"sync"
)

const maxKept = 16 << 10

var pages = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func getPage() *bytes.Buffer {
	b := pages.Get().(*bytes.Buffer)
	b.Reset()
	return b
}

func putPage(b *bytes.Buffer) {
	if b.Cap() > maxKept {
		return
	}
	pages.Put(b)
}

var tmpl = template.Must(template.New("list").Parse(
	`<ul>{{range .Items}}<li>{{.}}</li>{{end}}</ul>{{if .Boom}}{{.Missing}}{{end}}`))

type cachedPage struct {
	body []byte
	etag string
}

type site struct {
	mu    sync.Mutex
	cache map[string]cachedPage
}

func (s *site) lookup(key string) (cachedPage, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, ok := s.cache[key]
	return p, ok
}

func (s *site) render(key string, items []string) (cachedPage, error) {
	if p, ok := s.lookup(key); ok {
		return p, nil
	}
	b := getPage()
	defer putPage(b)
	data := struct {
		Items []string
		Boom  bool
	}{items, key == "boom"}
	if err := tmpl.Execute(b, data); err != nil {
		return cachedPage{}, err
	}
	p := cachedPage{body: bytes.Clone(b.Bytes())}
	p.etag = fmt.Sprintf("%q", fmt.Sprintf("%s-%d", key, b.Len()))
	s.mu.Lock()
	s.cache[key] = p
	s.mu.Unlock()
	return p, nil
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p, err := s.render(r.URL.Path[1:], r.URL.Query()["item"])
	if err != nil {
		http.Error(w, "template", http.StatusInternalServerError)
		return
	}
	w.Header().Set("ETag", p.etag)
	if r.Header.Get("If-None-Match") == p.etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	w.Write(p.body)
}

func main() {
	s := &site{cache: map[string]cachedPage{}}
	for _, u := range []string{"/a?item=x&item=y", "/boom?item=z", "/a", "/b?item=1"} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("GET", u, nil))
		fmt.Println(w.Code, w.Body.String())
	}
}
