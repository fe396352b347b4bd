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

var zippers = sync.Pool{New: func() any {
	w, _ := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed)
	return w
}}

// zipWriter compresses unless the answer turns out to be small or bodiless.
type zipWriter struct {
	http.ResponseWriter
	zip    *gzip.Writer
	status int
	begun  bool
}

func (z *zipWriter) WriteHeader(code int) { z.status = code }

func (z *zipWriter) begin(n int) {
	if z.begun {
		return
	}
	z.begun = true
	if n >= 64 && z.Header().Get("Content-Encoding") == "" {
		z.zip = zippers.Get().(*gzip.Writer)
		z.zip.Reset(z.ResponseWriter)
		z.Header().Set("Content-Encoding", "gzip")
		z.Header().Del("Content-Length")
	}
	if z.status == 0 {
		z.status = http.StatusOK
	}
	z.ResponseWriter.WriteHeader(z.status)
}

func (z *zipWriter) Write(p []byte) (int, error) {
	z.begin(len(p))
	if z.zip == nil {
		return z.ResponseWriter.Write(p)
	}
	return z.zip.Write(p)
}

func (z *zipWriter) Flush() {
	z.begin(0)
	if z.zip != nil {
		z.zip.Flush()
	}
	if f, ok := z.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}

func (z *zipWriter) Close() error {
	z.begin(0)
	if z.zip == nil {
		return nil
	}
	err := z.zip.Close()
	z.zip.Reset(io.Discard)
	zippers.Put(z.zip)
	z.zip = nil
	return err
}

func compress(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(w, r)
			return
		}
		z := &zipWriter{ResponseWriter: w}
		defer z.Close()
		next.ServeHTTP(z, r)
	})
}

func hello(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/none":
		w.WriteHeader(http.StatusNoContent)
	case "/small":
		io.WriteString(w, "hi")
	default:
		for i := range 3 {
			fmt.Fprintf(w, "%s %d\n", strings.Repeat("x", 200), i)
			w.(http.Flusher).Flush()
		}
	}
}

func main() {
	h := compress(http.HandlerFunc(hello))
	for _, p := range []string{"/none", "/small", "/big", "/bigger"} {
		r := httptest.NewRequest("GET", p, nil)
		r.Header.Set("Accept-Encoding", "gzip, br")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		var body io.Reader = w.Body
		if w.Header().Get("Content-Encoding") == "gzip" {
			zr, err := gzip.NewReader(body)
			if err != nil {
				panic(err)
			}
			body = zr
		}
		n, err := io.Copy(io.Discard, body)
		fmt.Println(w.Code, n, err)
	}
}
