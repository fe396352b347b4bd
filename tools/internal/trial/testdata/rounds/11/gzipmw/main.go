// truth: correct
package main

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type gzipResponse struct {
	http.ResponseWriter
	gz     rcpool.Ref[stdpool.Writer[*gzip.Writer]]
	status int
}

func (g *gzipResponse) WriteHeader(code int) {
	if g.status != 0 {
		return
	}
	g.status = code
	if code != http.StatusNoContent && code != http.StatusNotModified {
		h := g.Header()
		h.Set("Content-Encoding", "gzip")
		h.Del("Content-Length")
		g.gz = stdpool.GzipWriter(g.ResponseWriter, gzip.BestSpeed)
	}
	g.ResponseWriter.WriteHeader(code)
}

func (g *gzipResponse) Write(p []byte) (int, error) {
	if g.status == 0 {
		g.WriteHeader(http.StatusOK)
	}
	if g.gz.IsZero() {
		return 0, http.ErrBodyNotAllowed
	}
	return g.gz.Value().Write(p)
}

func (g *gzipResponse) Flush() {
	if !g.gz.IsZero() {
		_ = g.gz.Value().Flush()
	}
	if f, ok := g.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}

func (g *gzipResponse) close() error {
	if g.gz.IsZero() {
		return nil
	}
	defer rcpool.Drop(&g.gz)
	return g.gz.Value().Close()
}

func compressed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(w, r)
			return
		}
		g := &gzipResponse{ResponseWriter: w}
		defer func() {
			if err := g.close(); err != nil {
				fmt.Println("close:", err)
			}
		}()
		next.ServeHTTP(g, r)
	})
}

func main() {
	h := compressed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/empty" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		io.WriteString(w, "hello ")
		w.(http.Flusher).Flush()
		io.WriteString(w, strings.Repeat("x", 1000))
	}))
	for _, path := range []string{"/", "/empty", "/again"} {
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("Accept-Encoding", "br, gzip")
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r)
		if rec.Code != http.StatusOK {
			fmt.Println(rec.Code)
			continue
		}
		zr, err := gzip.NewReader(rec.Body)
		if err != nil {
			panic(err)
		}
		b, err := io.ReadAll(zr)
		fmt.Println(len(b), err)
	}
}
