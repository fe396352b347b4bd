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

var zippers = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}

// zipResponse takes a gzip.Writer at the first Write only, because many answers
// have no body.
type zipResponse struct {
	http.ResponseWriter
	zw     *gzip.Writer
	status int
}

func (z *zipResponse) WriteHeader(code int) { z.status = code }

func (z *zipResponse) begin() {
	h := z.Header()
	h.Set("Content-Encoding", "gzip")
	h.Del("Content-Length")
	z.zw = zippers.Get().(*gzip.Writer)
	z.zw.Reset(z.ResponseWriter)
	z.ResponseWriter.WriteHeader(z.status)
}

func (z *zipResponse) Write(p []byte) (int, error) {
	if z.zw == nil {
		z.begin()
	}
	return z.zw.Write(p)
}

func (z *zipResponse) finish() error {
	if z.zw == nil {
		z.ResponseWriter.WriteHeader(z.status)
		return nil
	}
	err := z.zw.Close()
	zw := z.zw
	z.zw = nil
	zw.Reset(io.Discard)
	zippers.Put(zw)
	return err
}

func zipped(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(w, r)
			return
		}
		z := &zipResponse{ResponseWriter: w, status: http.StatusOK}
		defer z.finish()
		next.ServeHTTP(z, r)
	})
}

func main() {
	h := zipped(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/empty" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		for i := range 100 {
			fmt.Fprintln(w, "line", i)
		}
	}))
	for _, path := range []string{"/page", "/empty", "/page"} {
		for _, enc := range []string{"", "gzip"} {
			r := httptest.NewRequest("GET", path, nil)
			r.Header.Set("Accept-Encoding", enc)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			body := io.Reader(w.Body)
			if w.Header().Get("Content-Encoding") == "gzip" {
				zr, err := gzip.NewReader(w.Body)
				if err != nil {
					panic(err)
				}
				body = zr
			}
			n, err := io.Copy(io.Discard, body)
			fmt.Println(path, enc, w.Code, n, err)
		}
	}
}
