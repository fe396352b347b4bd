// truth: correct
package main

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
)

var gzips = sync.Pool{New: func() any {
	w, err := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed)
	if err != nil {
		panic(err)
	}
	return w
}}

// A gzipResponse compresses if the body is text.
type gzipResponse struct {
	http.ResponseWriter
	gz     *gzip.Writer
	decide sync.Once
	closed bool
}

func (g *gzipResponse) begin() {
	h := g.Header()
	if h.Get("Content-Encoding") != "" || !strings.HasPrefix(h.Get("Content-Type"), "text/") {
		return
	}
	h.Set("Content-Encoding", "gzip")
	h.Del("Content-Length")
	g.gz = gzips.Get().(*gzip.Writer)
	g.gz.Reset(g.ResponseWriter)
}

func (g *gzipResponse) WriteHeader(code int) {
	g.decide.Do(g.begin)
	g.ResponseWriter.WriteHeader(code)
}

func (g *gzipResponse) Write(p []byte) (int, error) {
	g.decide.Do(g.begin)
	if g.gz == nil {
		return g.ResponseWriter.Write(p)
	}
	return g.gz.Write(p)
}

func (g *gzipResponse) Flush() {
	g.decide.Do(g.begin)
	if g.gz != nil {
		g.gz.Flush()
	}
	if f, ok := g.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}

func (g *gzipResponse) Close() error {
	if g.closed {
		return nil
	}
	g.closed = true
	if g.gz == nil {
		return nil
	}
	err := g.gz.Close()
	g.gz.Reset(io.Discard)
	gzips.Put(g.gz)
	g.gz = nil
	return err
}

func compressed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(w, r)
			return
		}
		g := &gzipResponse{ResponseWriter: w}
		defer g.Close()
		next.ServeHTTP(g, r)
	})
}

func main() {
	h := compressed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/png" {
			w.Header().Set("Content-Type", "image/png")
		} else {
			w.Header().Set("Content-Type", "text/plain")
		}
		for i := range 50 {
			fmt.Fprintln(w, "build", i, "passed")
			if i%20 == 0 {
				w.(http.Flusher).Flush()
			}
		}
	}))
	for _, path := range []string{"/log", "/png", "/log"} {
		req := httptest.NewRequest("GET", path, nil)
		req.Header.Set("Accept-Encoding", "gzip")
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, req)
		var body io.Reader = rec.Body
		if rec.Header().Get("Content-Encoding") == "gzip" {
			zr, err := gzip.NewReader(rec.Body)
			if err != nil {
				fmt.Println(err)
				continue
			}
			body = zr
		}
		n, err := io.Copy(io.Discard, body)
		fmt.Println(path, n, err)
	}
}
