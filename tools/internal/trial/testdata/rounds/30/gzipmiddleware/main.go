// truth: correct

// Command gzipmiddleware compresses large answers of an HTTP handler and
// leaves small ones alone.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

const minSize = 256

// recorder buffers an answer until its size is known, then compresses.
type recorder struct {
	http.ResponseWriter
	status int
	head   rcpool.Ref[bytes.Buffer]
	gz     rcpool.Ref[stdpool.Writer[*gzip.Writer]] // zero while the answer is small
}

func (r *recorder) WriteHeader(status int) { r.status = status }

func (r *recorder) Write(p []byte) (int, error) {
	if !r.gz.IsZero() {
		return r.gz.Value().Write(p)
	}
	buf := r.head.Value()
	if buf.Len()+len(p) < minSize {
		return buf.Write(p)
	}
	r.Header().Set("Content-Encoding", "gzip")
	r.ResponseWriter.WriteHeader(r.status)
	r.gz = stdpool.GzipWriter(r.ResponseWriter, gzip.BestSpeed)
	if _, err := r.gz.Value().Write(buf.Bytes()); err != nil {
		return 0, err
	}
	return r.gz.Value().Write(p)
}

// finish ends the answer and gives everything back.
func (r *recorder) finish() error {
	defer r.head.Release()
	if r.gz.IsZero() {
		r.ResponseWriter.WriteHeader(r.status)
		_, err := r.head.Value().WriteTo(r.ResponseWriter)
		return err
	}
	defer rcpool.Drop(&r.gz)
	return r.gz.Value().Close()
}

func compress(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if !strings.Contains(req.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(w, req)
			return
		}
		rec := &recorder{ResponseWriter: w, status: http.StatusOK, head: stdpool.Buffer()}
		defer func() {
			if err := rec.finish(); err != nil {
				fmt.Println("compress:", err)
			}
		}()
		next.ServeHTTP(rec, req)
	})
}

func main() {
	handler := compress(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := len(r.URL.Path)
		w.WriteHeader(http.StatusOK + n%2)
		for range n * 10 {
			io.WriteString(w, "lorem ipsum ")
		}
	}))
	for _, path := range []string{"/", "/a/long/path"} {
		req := httptest.NewRequest("GET", path, nil)
		req.Header.Set("Accept-Encoding", "gzip, br")
		rr := httptest.NewRecorder()
		handler.ServeHTTP(rr, req)
		body := io.Reader(rr.Body)
		if rr.Header().Get("Content-Encoding") == "gzip" {
			gz, err := stdpool.GzipReader(rr.Body)
			if err != nil {
				panic(err)
			}
			defer gz.Release()
			body = gz.Value()
		}
		text, err := io.ReadAll(body)
		fmt.Println(path, rr.Code, len(text), err)
	}
}
