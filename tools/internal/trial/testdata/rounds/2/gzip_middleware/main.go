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
	w, _ := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed)
	return w
}}

// gzipWriter compresses what the handler writes, from the first byte on. A
// handler that writes nothing costs no compressor.
type gzipWriter struct {
	http.ResponseWriter
	gz *gzip.Writer // nil until the first write, and after close
}

func (w *gzipWriter) Write(p []byte) (int, error) {
	if w.gz == nil {
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Del("Content-Length")
		gz := gzips.Get().(*gzip.Writer)
		gz.Reset(w.ResponseWriter)
		w.gz = gz
	}
	return w.gz.Write(p)
}

func (w *gzipWriter) Flush() {
	if w.gz != nil {
		_ = w.gz.Flush()
	}
	if f, ok := w.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}

// close may be called more than once.
func (w *gzipWriter) close() error {
	gz := w.gz
	if gz == nil {
		return nil
	}
	w.gz = nil
	err := gz.Close()
	gz.Reset(io.Discard)
	gzips.Put(gz)
	return err
}

func compressed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(w, r)
			return
		}
		gw := &gzipWriter{ResponseWriter: w}
		defer gw.close()
		next.ServeHTTP(gw, r)
		if err := gw.close(); err != nil {
			fmt.Println("gzip:", err)
		}
	})
}

func main() {
	h := compressed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/none" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		for i := range 3 {
			fmt.Fprintf(w, "part %d;", i)
			w.(http.Flusher).Flush()
		}
	}))
	for _, path := range []string{"/", "/none", "/again"} {
		for _, accept := range []string{"", "br, gzip"} {
			req := httptest.NewRequest("GET", path, nil)
			req.Header.Set("Accept-Encoding", accept)
			rec := httptest.NewRecorder()
			h.ServeHTTP(rec, req)
			text := rec.Body.String()
			if rec.Header().Get("Content-Encoding") == "gzip" {
				gz, err := gzip.NewReader(rec.Body)
				if err != nil {
					panic(err)
				}
				b, _ := io.ReadAll(gz)
				text = string(b)
			}
			fmt.Println(path, rec.Code, text)
		}
	}
}
