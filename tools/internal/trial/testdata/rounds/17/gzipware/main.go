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

var zips = sync.Pool{New: func() any {
	gz, _ := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed)
	return gz
}}

// A zipWriter compresses text. It leases a compressor with the first byte.
type zipWriter struct {
	http.ResponseWriter
	gz      *gzip.Writer
	decided bool
}

func (z *zipWriter) WriteHeader(code int) {
	if !z.decided {
		z.decided = true
		h := z.Header()
		if code == 200 && strings.HasPrefix(h.Get("Content-Type"), "text/") && h.Get("Content-Encoding") == "" {
			h.Set("Content-Encoding", "gzip")
			h.Del("Content-Length")
			z.gz = zips.Get().(*gzip.Writer)
			z.gz.Reset(z.ResponseWriter)
		}
	}
	z.ResponseWriter.WriteHeader(code)
}

func (z *zipWriter) Write(p []byte) (int, error) {
	if !z.decided {
		z.WriteHeader(200)
	}
	if z.gz == nil {
		return z.ResponseWriter.Write(p)
	}
	return z.gz.Write(p)
}

func (z *zipWriter) Close() error {
	if z.gz == nil {
		return nil
	}
	err := z.gz.Close()
	z.gz.Reset(io.Discard)
	zips.Put(z.gz)
	z.gz = nil
	return err
}

func compressed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(w, r)
			return
		}
		z := &zipWriter{ResponseWriter: w}
		defer func() {
			if err := z.Close(); err != nil {
				fmt.Println("gzip:", err)
			}
		}()
		next.ServeHTTP(z, r)
	})
}

func main() {
	h := compressed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/none" {
			http.Error(w, "not here", 404)
			return
		}
		w.Header().Set("Content-Type", "text/plain")
		for range 100 {
			io.WriteString(w, "all work and no play\n")
		}
	}))
	for _, path := range []string{"/page", "/none", "/page"} {
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("Accept-Encoding", "gzip")
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r)
		body := io.Reader(rec.Body)
		if rec.Header().Get("Content-Encoding") == "gzip" {
			body, _ = gzip.NewReader(rec.Body)
		}
		data, err := io.ReadAll(body)
		fmt.Println(path, rec.Code, len(data), err)
	}
}
