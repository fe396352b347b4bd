// truth: correct

// Command zipanswer compresses HTTP answers with pooled gzip writers, but only
// if they are large enough.
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

const threshold = 64

var (
	zippers = sync.Pool{New: func() any {
		gz, err := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed)
		if err != nil {
			panic(err)
		}
		return gz
	}}
	heads = sync.Pool{New: func() any { return new([threshold]byte) }}
)

// A zipWriter holds back the first bytes of an answer until it knows whether
// the rest is worth a compressor.
type zipWriter struct {
	http.ResponseWriter
	head *[threshold]byte
	held int
	gz   *gzip.Writer
}

func (w *zipWriter) Write(p []byte) (int, error) {
	if w.gz == nil {
		if w.held+len(p) <= threshold {
			w.held += copy(w.head[w.held:], p)
			return len(p), nil
		}
		w.Header().Set("Content-Encoding", "gzip")
		w.gz = zippers.Get().(*gzip.Writer)
		w.gz.Reset(w.ResponseWriter)
		if _, err := w.gz.Write(w.head[:w.held]); err != nil {
			return 0, err
		}
	}
	return w.gz.Write(p)
}

// finish writes what is held back and gives everything back.
func (w *zipWriter) finish() error {
	defer func() {
		heads.Put(w.head)
		w.head = nil
	}()
	if w.gz == nil {
		_, err := w.ResponseWriter.Write(w.head[:w.held])
		return err
	}
	err := w.gz.Close()
	w.gz.Reset(io.Discard) // do not keep the answer alive
	zippers.Put(w.gz)
	w.gz = nil
	return err
}

func compressed(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next(w, r)
			return
		}
		zw := &zipWriter{ResponseWriter: w, head: heads.Get().(*[threshold]byte)}
		defer func() {
			if err := zw.finish(); err != nil {
				fmt.Println("answer:", err)
			}
		}()
		next(zw, r)
	}
}

func main() {
	handler := compressed(func(w http.ResponseWriter, r *http.Request) {
		for i := range len(r.URL.Path) {
			fmt.Fprintf(w, "%d: %s\n", i, r.URL.Path)
		}
	})
	for _, path := range []string{"/a", "/abcdef", "/abcdefghijklmnop"} {
		for _, accept := range []string{"", "gzip"} {
			r := httptest.NewRequest("GET", path, nil)
			r.Header.Set("Accept-Encoding", accept)
			rec := httptest.NewRecorder()
			handler(rec, r)
			var body io.Reader = rec.Body
			if rec.Header().Get("Content-Encoding") == "gzip" {
				gz, err := gzip.NewReader(rec.Body)
				if err != nil {
					panic(err)
				}
				body = gz
			}
			text, err := io.ReadAll(body)
			fmt.Println(path, accept, len(text), err)
		}
	}
}
