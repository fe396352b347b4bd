// truth: correct
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
)

// levels has a pool of writers for each level of compression.
type levels [gzip.BestCompression + 1]sync.Pool

func (l *levels) get(w io.Writer, level int) *gzip.Writer {
	if zw, ok := l[level].Get().(*gzip.Writer); ok {
		zw.Reset(w)
		return zw
	}
	zw, err := gzip.NewWriterLevel(w, level)
	if err != nil {
		panic(err)
	}
	return zw
}

func (l *levels) put(zw *gzip.Writer, level int) {
	zw.Reset(nil)
	l[level].Put(zw)
}

var writers levels

type response struct {
	http.ResponseWriter
	zw    *gzip.Writer
	level int
	head  bytes.Buffer // what was written before it was known whether to compress
}

const threshold = 64

func (r *response) Write(p []byte) (int, error) {
	if r.zw != nil {
		return r.zw.Write(p)
	}
	r.head.Write(p)
	if r.head.Len() < threshold {
		return len(p), nil
	}
	r.Header().Set("Content-Encoding", "gzip")
	r.zw = writers.get(r.ResponseWriter, r.level)
	if _, err := r.zw.Write(r.head.Bytes()); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (r *response) finish() error {
	if r.zw == nil {
		_, err := r.ResponseWriter.Write(r.head.Bytes())
		return err
	}
	err := r.zw.Close()
	writers.put(r.zw, r.level)
	r.zw = nil
	return err
}

func level(r *http.Request) int {
	if strings.HasPrefix(r.URL.Path, "/static/") {
		return gzip.BestCompression
	}
	return gzip.BestSpeed
}

func compress(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		res := &response{ResponseWriter: w, level: level(r)}
		defer func() {
			if err := res.finish(); err != nil {
				fmt.Println("finish:", err)
			}
		}()
		next.ServeHTTP(res, r)
	})
}

func main() {
	h := compress(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for range len(r.URL.Path) * 3 {
			io.WriteString(w, r.URL.Path)
		}
	}))
	for _, path := range []string{"/", "/static/app.js", "/items", "/static/x"} {
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, httptest.NewRequest("GET", path, nil))
		body := io.Reader(rec.Body)
		if rec.Header().Get("Content-Encoding") == "gzip" {
			zr, err := gzip.NewReader(rec.Body)
			if err != nil {
				panic(err)
			}
			body = zr
		}
		b, err := io.ReadAll(body)
		fmt.Println(path, len(b), err)
	}
}
