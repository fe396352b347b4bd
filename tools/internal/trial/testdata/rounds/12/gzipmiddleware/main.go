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

var gzipWriters = sync.Pool{New: func() any {
	w, _ := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed)
	return w
}}

type gzipResponse struct {
	http.ResponseWriter
	gz     *gzip.Writer
	status int
}

func (g *gzipResponse) WriteHeader(status int) {
	g.status = status
	if status != http.StatusNoContent {
		g.Header().Set("Content-Encoding", "gzip")
		g.Header().Del("Content-Length")
	}
	g.ResponseWriter.WriteHeader(status)
}

func (g *gzipResponse) Write(p []byte) (int, error) {
	if g.status == 0 {
		g.WriteHeader(http.StatusOK)
	}
	if g.gz == nil {
		g.gz = gzipWriters.Get().(*gzip.Writer)
		g.gz.Reset(g.ResponseWriter)
	}
	return g.gz.Write(p)
}

func (g *gzipResponse) Close() error {
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
		defer g.Close()
		next.ServeHTTP(g, r)
	})
}

func report(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/empty":
		w.WriteHeader(http.StatusNoContent)
	case "/rows":
		for i := range 50 {
			fmt.Fprintf(w, "row %d\n", i)
		}
	default:
		http.Error(w, "no such report", http.StatusNotFound)
	}
}

func main() {
	h := compress(http.HandlerFunc(report))
	for _, path := range []string{"/rows", "/empty", "/else", "/rows"} {
		req := httptest.NewRequest("GET", path, nil)
		req.Header.Set("Accept-Encoding", "gzip")
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, req)
		n := 0
		if rec.Header().Get("Content-Encoding") == "gzip" {
			zr, err := gzip.NewReader(rec.Body)
			if err != nil {
				fmt.Println(path, err)
				continue
			}
			text, err := io.ReadAll(zr)
			if err != nil {
				fmt.Println(path, err)
			}
			n = len(text)
		}
		fmt.Println(path, rec.Code, n)
	}
}
