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

// compressed is a ResponseWriter that begins to compress with the first write.
type compressed struct {
	http.ResponseWriter
	gz      rcpool.Ref[stdpool.Writer[*gzip.Writer]]
	plain   bool
	started bool
}

func (c *compressed) WriteHeader(code int) {
	if !c.started {
		c.started = true
		c.plain = code == http.StatusNoContent || c.Header().Get("Content-Encoding") != ""
		if !c.plain {
			c.Header().Set("Content-Encoding", "gzip")
			c.gz = stdpool.GzipWriter(c.ResponseWriter, gzip.BestSpeed)
		}
	}
	c.ResponseWriter.WriteHeader(code)
}

func (c *compressed) Write(p []byte) (int, error) {
	if !c.started {
		c.WriteHeader(http.StatusOK)
	}
	if c.plain {
		return c.ResponseWriter.Write(p)
	}
	return c.gz.Value().Write(p)
}

func (c *compressed) finish() error {
	if c.gz.IsZero() {
		return nil
	}
	defer rcpool.Drop(&c.gz)
	return c.gz.Value().Close()
}

func compress(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(w, r)
			return
		}
		cw := &compressed{ResponseWriter: w}
		defer func() {
			if err := cw.finish(); err != nil {
				fmt.Println("compress:", err)
			}
		}()
		next.ServeHTTP(cw, r)
	})
}

func page(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/empty":
		w.WriteHeader(http.StatusNoContent)
	case "/raw":
		w.Header().Set("Content-Encoding", "identity")
		io.WriteString(w, "raw")
	default:
		for i := range 100 {
			fmt.Fprintf(w, "<li>%d</li>\n", i)
		}
	}
}

func main() {
	h := compress(http.HandlerFunc(page))
	for _, path := range []string{"/", "/empty", "/raw", "/again"} {
		req := httptest.NewRequest("GET", path, nil)
		req.Header.Set("Accept-Encoding", "br, gzip")
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, req)
		n := rec.Body.Len()
		if rec.Header().Get("Content-Encoding") == "gzip" {
			zr, err := stdpool.GzipReader(rec.Body)
			if err != nil {
				fmt.Println(err)
				continue
			}
			m, _ := io.Copy(io.Discard, zr.Value())
			zr.Release()
			n = int(m)
		}
		fmt.Println(path, rec.Code, n)
	}
}
