// truth: correct

// Command htmlrender serves templates through pooled writers: output goes
// straight to the client, unless the page has an ETag, which needs all of it.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"hash/fnv"
	"html/template"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
)

var (
	streams = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 1024) }}
	bodies  = sync.Pool{New: func() any { return new(bytes.Buffer) }}
)

type view struct {
	tmpl   *template.Template
	tagged bool
}

type site struct {
	views map[string]view
}

func withStream(w io.Writer, render func(io.Writer) error) (err error) {
	out := streams.Get().(*bufio.Writer)
	out.Reset(w)
	defer func() {
		out.Reset(nil)
		streams.Put(out)
	}()
	if err := render(out); err != nil {
		return err
	}
	return out.Flush()
}

func (s *site) stream(w http.ResponseWriter, v view, data any) error {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	return withStream(w, func(out io.Writer) error { return v.tmpl.Execute(out, data) })
}

func (s *site) tagged(w http.ResponseWriter, r *http.Request, v view, data any) error {
	body := bodies.Get().(*bytes.Buffer)
	body.Reset()
	defer func() {
		if body.Cap() <= 64<<10 {
			bodies.Put(body)
		}
	}()
	if err := v.tmpl.Execute(body, data); err != nil {
		return err
	}
	h := fnv.New64a()
	h.Write(body.Bytes())
	tag := fmt.Sprintf("%q", fmt.Sprintf("%x", h.Sum64()))
	w.Header().Set("ETag", tag)
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	_, err := body.WriteTo(w)
	return err
}

var errNoView = errors.New("no such page")

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	v, ok := s.views[r.URL.Path]
	if !ok {
		http.Error(w, errNoView.Error(), http.StatusNotFound)
		return
	}
	data := map[string]any{"User": r.URL.Query().Get("user"), "Rows": []int{1, 2, 3}}
	var err error
	if v.tagged {
		err = s.tagged(w, r, v, data)
	} else {
		err = s.stream(w, v, data)
	}
	if err != nil {
		http.Error(w, "rendering failed", http.StatusInternalServerError)
	}
}

func main() {
	parse := func(text string) *template.Template { return template.Must(template.New("").Parse(text)) }
	s := &site{views: map[string]view{
		"/hello":  {tmpl: parse("<p>Hello, {{.User}}</p>")},
		"/table":  {tmpl: parse("<ul>{{range .Rows}}<li>{{.}}</li>{{end}}</ul>"), tagged: true},
		"/broken": {tmpl: parse("{{.User.Name.First}}")},
	}}
	var tag string
	for _, path := range []string{"/hello?user=<ada>", "/table", "/table", "/broken?user=x", "/none"} {
		req := httptest.NewRequest("GET", path, nil)
		req.Header.Set("If-None-Match", tag)
		rec := httptest.NewRecorder()
		s.ServeHTTP(rec, req)
		if t := rec.Header().Get("ETag"); t != "" {
			tag = t
		}
		fmt.Println(path, rec.Code, rec.Body.Len())
	}
}
