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

var compressors = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}

type gzipWriter struct {
	http.ResponseWriter
	gz *gzip.Writer
}

func (w *gzipWriter) WriteHeader(status int) {
	w.begin()
	w.ResponseWriter.WriteHeader(status)
}

func (w *gzipWriter) Write(p []byte) (int, error) {
	w.begin()
	return w.gz.Write(p)
}

func (w *gzipWriter) begin() {
	if w.gz != nil {
		return
	}
	w.Header().Set("Content-Encoding", "gzip")
	w.Header().Del("Content-Length")
	w.gz = compressors.Get().(*gzip.Writer)
	w.gz.Reset(w.ResponseWriter)
}

func (w *gzipWriter) finish() {
	if w.gz == nil {
		return
	}
	gz := w.gz
	w.gz = nil
	gz.Close()
	gz.Reset(io.Discard)
	compressors.Put(gz)
}

func compress(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(w, r)
			return
		}
		gw := &gzipWriter{ResponseWriter: w}
		defer gw.finish()
		next.ServeHTTP(gw, r)
	})
}

func main() {
	h := compress(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for i := range 50 {
			fmt.Fprintf(w, "line %d of %s\n", i, r.URL.Path)
		}
	}))
	for _, accept := range []string{"gzip", "", "gzip, br"} {
		r := httptest.NewRequest("GET", "/page", nil)
		r.Header.Set("Accept-Encoding", accept)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		body := io.Reader(w.Body)
		if w.Header().Get("Content-Encoding") == "gzip" {
			gz, err := gzip.NewReader(w.Body)
			if err != nil {
				panic(err)
			}
			body = gz
		}
		text, err := io.ReadAll(body)
		fmt.Println(strings.Count(string(text), "\n"), err)
	}
}
