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

var gzipWriters = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}

// A gzipResponse compresses the body, if there is one that is worth it.
type gzipResponse struct {
	http.ResponseWriter
	gz      *gzip.Writer
	started bool
}

func (g *gzipResponse) WriteHeader(status int) {
	if !g.started {
		g.start(status != http.StatusNoContent && status != http.StatusNotModified)
	}
	g.ResponseWriter.WriteHeader(status)
}

func (g *gzipResponse) start(compress bool) {
	g.started = true
	h := g.Header()
	if !compress || h.Get("Content-Encoding") != "" || !strings.HasPrefix(h.Get("Content-Type"), "text/") {
		return
	}
	h.Set("Content-Encoding", "gzip")
	h.Del("Content-Length")
	g.gz = gzipWriters.Get().(*gzip.Writer)
	g.gz.Reset(g.ResponseWriter)
}

func (g *gzipResponse) Write(p []byte) (int, error) {
	if !g.started {
		g.start(true)
	}
	if g.gz == nil {
		return g.ResponseWriter.Write(p)
	}
	return g.gz.Write(p)
}

func (g *gzipResponse) Flush() {
	if g.gz != nil {
		g.gz.Flush()
	}
	if f, ok := g.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}

func (g *gzipResponse) close() error {
	if g.gz == nil {
		return nil
	}
	gz := g.gz
	g.gz = nil
	err := gz.Close()
	gz.Reset(io.Discard)
	gzipWriters.Put(gz)
	return err
}

func compress(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(w, r)
			return
		}
		g := &gzipResponse{ResponseWriter: w}
		defer g.close()
		next.ServeHTTP(g, r)
	})
}

func main() {
	mux := http.NewServeMux()
	mux.HandleFunc("/text", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		for i := range 100 {
			fmt.Fprintln(w, "line", i)
			if i == 50 {
				http.NewResponseController(w).Flush()
			}
		}
	})
	mux.HandleFunc("/empty", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("/image", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		w.Write([]byte("png"))
	})
	h := compress(mux)
	for _, path := range []string{"/text", "/empty", "/image", "/text"} {
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("Accept-Encoding", "gzip")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		var body io.Reader = w.Body
		if w.Header().Get("Content-Encoding") == "gzip" {
			zr, err := gzip.NewReader(body)
			if err != nil {
				fmt.Println(err)
				return
			}
			body = zr
		}
		text, err := io.ReadAll(body)
		fmt.Println(path, w.Code, len(text), err)
	}
}
