// truth: correct

// HTTP middleware that compresses what is worth it.
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

var zips = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}

type zipWriter struct {
	http.ResponseWriter
	zip     *gzip.Writer
	plain   bool
	decided bool
}

func (w *zipWriter) WriteHeader(status int) {
	if !w.decided {
		w.decided = true
		w.plain = status == http.StatusNoContent || strings.HasPrefix(w.Header().Get("Content-Type"), "image/")
		if !w.plain {
			w.Header().Set("Content-Encoding", "gzip")
			w.Header().Del("Content-Length")
		}
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *zipWriter) Write(p []byte) (int, error) {
	if !w.decided {
		w.WriteHeader(http.StatusOK)
	}
	if w.plain {
		return w.ResponseWriter.Write(p)
	}
	if w.zip == nil {
		w.zip = zips.Get().(*gzip.Writer)
		w.zip.Reset(w.ResponseWriter)
	}
	return w.zip.Write(p)
}

func (w *zipWriter) finish() {
	zip := w.zip
	if zip == nil {
		return
	}
	w.zip = nil
	if err := zip.Close(); err != nil {
		fmt.Println("compress:", err)
	}
	zip.Reset(io.Discard)
	zips.Put(zip)
}

func compress(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(w, r)
			return
		}
		zw := &zipWriter{ResponseWriter: w}
		defer zw.finish()
		next.ServeHTTP(zw, r)
	})
}

func main() {
	h := compress(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/none":
			w.WriteHeader(http.StatusNoContent)
		case "/logo":
			w.Header().Set("Content-Type", "image/png")
			w.Write([]byte("PNG"))
		default:
			for range 20 {
				fmt.Fprintln(w, "a line of the report")
			}
		}
	}))
	for _, path := range []string{"/", "/none", "/logo", "/again"} {
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("Accept-Encoding", "gzip")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		n := w.Body.Len()
		if w.Header().Get("Content-Encoding") == "gzip" {
			z, err := gzip.NewReader(w.Body)
			if err != nil {
				fmt.Println(path, err)
				continue
			}
			text, err := io.ReadAll(z)
			fmt.Println(path, w.Code, len(text), err)
			continue
		}
		fmt.Println(path, w.Code, n)
	}
}
