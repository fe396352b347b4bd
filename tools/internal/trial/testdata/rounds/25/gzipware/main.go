// truth: correct

// Command gzipware compresses responses with pooled gzip writers.
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

var writers = sync.Pool{New: func() any {
	gz, err := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed)
	if err != nil {
		panic(err)
	}
	return gz
}}

type gzipResponse struct {
	http.ResponseWriter
	gz      *gzip.Writer
	min     int
	pending []byte
}

func (g *gzipResponse) Write(p []byte) (int, error) {
	if g.gz != nil {
		return g.gz.Write(p)
	}
	g.pending = append(g.pending, p...)
	if len(g.pending) < g.min {
		return len(p), nil
	}
	g.Header().Set("Content-Encoding", "gzip")
	g.Header().Del("Content-Length")
	g.gz = writers.Get().(*gzip.Writer)
	g.gz.Reset(g.ResponseWriter)
	if _, err := g.gz.Write(g.pending); err != nil {
		return 0, err
	}
	g.pending = nil
	return len(p), nil
}

func (g *gzipResponse) Flush() {
	if g.gz == nil {
		return
	}
	if g.gz.Flush() == nil {
		http.NewResponseController(g.ResponseWriter).Flush()
	}
}

// finish sends the rest. It is idempotent.
func (g *gzipResponse) finish() error {
	if g.gz == nil {
		p := g.pending
		g.pending = nil
		if len(p) == 0 {
			return nil
		}
		_, err := g.ResponseWriter.Write(p)
		return err
	}
	gz := g.gz
	g.gz = nil
	err := gz.Close()
	gz.Reset(io.Discard)
	writers.Put(gz)
	return err
}

func compress(min int, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(w, r)
			return
		}
		g := &gzipResponse{ResponseWriter: w, min: min}
		defer g.finish()
		next.ServeHTTP(g, r)
		if err := g.finish(); err != nil {
			panic(http.ErrAbortHandler)
		}
	})
}

func main() {
	h := compress(64, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := 1
		fmt.Sscan(r.FormValue("n"), &n)
		for i := range n {
			fmt.Fprintf(w, "row %d\n", i)
			if i == 20 {
				w.(http.Flusher).Flush()
			}
		}
	}))
	for _, n := range []int{0, 2, 60} {
		rec := httptest.NewRecorder()
		req := httptest.NewRequest("GET", fmt.Sprint("/?n=", n), nil)
		req.Header.Set("Accept-Encoding", "gzip")
		h.ServeHTTP(rec, req)
		var body io.Reader = rec.Body
		if rec.Header().Get("Content-Encoding") == "gzip" {
			gz, err := gzip.NewReader(rec.Body)
			if err != nil {
				panic(err)
			}
			body = gz
		}
		text, err := io.ReadAll(body)
		fmt.Println(rec.Header().Get("Content-Encoding"), strings.Count(string(text), "\n"), err)
	}
}
