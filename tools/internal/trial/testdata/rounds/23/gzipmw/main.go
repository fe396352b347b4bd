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

const minSize = 64

// compressed is a ResponseWriter that compresses bodies of at least minSize bytes.
type compressed struct {
	http.ResponseWriter
	held   stdpool.ByteRef
	gz     rcpool.Ref[stdpool.Writer[*gzip.Writer]]
	status int
}

func (c *compressed) WriteHeader(status int) { c.status = status }

func (c *compressed) Write(p []byte) (int, error) {
	if !c.gz.IsZero() {
		return c.gz.Value().Write(p)
	}
	if c.held.IsZero() {
		c.held = stdpool.Bytes(0)
	}
	c.held.Append(p...)
	if c.held.Len() < minSize {
		return len(p), nil
	}
	return len(p), c.start()
}

func (c *compressed) start() error {
	c.Header().Set("Content-Encoding", "gzip")
	c.Header().Del("Content-Length")
	c.ResponseWriter.WriteHeader(c.status)
	c.gz = stdpool.GzipWriter(c.ResponseWriter, gzip.BestSpeed)
	held := c.held.Move()
	defer held.Release()
	_, err := c.gz.Value().Write(held.Value())
	return err
}

// finish sends what is left.
func (c *compressed) finish() error {
	if !c.gz.IsZero() {
		return c.gz.Value().Close()
	}
	c.ResponseWriter.WriteHeader(c.status)
	if c.held.IsZero() {
		return nil
	}
	_, err := c.ResponseWriter.Write(c.held.Value())
	return err
}

func (c *compressed) drop() {
	rcpool.Drop(&c.gz)
	c.held.Drop()
}

func Compress(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(w, r)
			return
		}
		c := &compressed{ResponseWriter: w, status: http.StatusOK}
		defer c.drop()
		next.ServeHTTP(c, r)
		if err := c.finish(); err != nil {
			fmt.Println("compress:", err)
		}
	})
}

func main() {
	h := Compress(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/empty":
			w.WriteHeader(http.StatusNoContent)
		case "/short":
			io.WriteString(w, "hi")
		case "/panic":
			io.WriteString(w, strings.Repeat("x", 100))
			panic(http.ErrAbortHandler)
		default:
			for range 20 {
				io.WriteString(w, "a line of a long page\n")
			}
		}
	}))
	for _, path := range []string{"/empty", "/short", "/long", "/panic"} {
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("Accept-Encoding", "gzip")
		rec := httptest.NewRecorder()
		func() {
			defer func() { recover() }()
			h.ServeHTTP(rec, r)
		}()
		fmt.Println(path, rec.Code, rec.Header().Get("Content-Encoding"), rec.Body.Len() > 0)
	}
}
