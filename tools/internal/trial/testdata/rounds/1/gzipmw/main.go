// truth: correct

// Command gzipmw is a middleware that compresses answers which turn out to be large.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

const threshold = 64

type compressing struct {
	http.ResponseWriter
	head rcpool.Ref[bytes.Buffer]
	gz   rcpool.Ref[stdpool.Writer[*gzip.Writer]]
}

func (c *compressing) Write(p []byte) (int, error) {
	if !c.gz.IsZero() {
		return c.gz.Value().Write(p)
	}
	if c.head.IsZero() {
		c.head = stdpool.Buffer()
	}
	head := c.head.Value()
	head.Write(p)
	if head.Len() < threshold {
		return len(p), nil
	}
	c.Header().Set("Content-Encoding", "gzip")
	c.gz = stdpool.GzipWriter(c.ResponseWriter, gzip.BestSpeed)
	_, err := head.WriteTo(c.gz.Value())
	rcpool.Drop(&c.head)
	return len(p), err
}

func (c *compressing) finish() error {
	defer rcpool.Drop(&c.gz)
	defer rcpool.Drop(&c.head)
	switch {
	case !c.gz.IsZero():
		return c.gz.Value().Close()
	case !c.head.IsZero():
		_, err := c.head.Value().WriteTo(c.ResponseWriter)
		return err
	}
	return nil
}

func Compress(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(w, r)
			return
		}
		c := &compressing{ResponseWriter: w}
		defer func() {
			if err := c.finish(); err != nil {
				log.Print(err)
			}
		}()
		next.ServeHTTP(c, r)
	})
}

func get(h http.Handler, path, accept string) string {
	r := httptest.NewRequest("GET", path, nil)
	r.Header.Set("Accept-Encoding", accept)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Header().Get("Content-Encoding") != "gzip" {
		return w.Body.String()
	}
	gz, err := stdpool.GzipReader(w.Body)
	if err != nil {
		log.Fatal(err)
	}
	defer gz.Release()
	text, err := io.ReadAll(gz.Value())
	if err != nil {
		log.Fatal(err)
	}
	return "gzip:" + string(text)
}

func main() {
	h := Compress(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/empty" {
			return
		}
		for range len(r.URL.Path) {
			io.WriteString(w, "0123456789")
		}
	}))
	if got := get(h, "/a", "gzip"); got != strings.Repeat("0123456789", 2) {
		log.Fatal(got)
	}
	if got := get(h, "/large-answer", "gzip"); got != "gzip:"+strings.Repeat("0123456789", 13) {
		log.Fatal(got)
	}
	if got := get(h, "/large-answer", ""); len(got) != 130 {
		log.Fatal(got)
	}
	if got := get(h, "/empty", "gzip"); got != "" {
		log.Fatal(got)
	}
	fmt.Println("ok")
}
