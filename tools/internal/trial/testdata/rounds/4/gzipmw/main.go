// truth: correct

// Gzipmw compresses the answers of a handler, if the client wants that and
// the handler writes anything.
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

type writer struct {
	http.ResponseWriter
	gz rcpool.Ref[stdpool.Writer[*gzip.Writer]] // zero until the first Write
}

func (w *writer) Write(p []byte) (int, error) {
	if w.gz.IsZero() {
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Del("Content-Length")
		w.gz = stdpool.GzipWriter(w.ResponseWriter, gzip.BestSpeed)
	}
	return w.gz.Value().Write(p)
}

func (w *writer) Flush() {
	if !w.gz.IsZero() {
		w.gz.Value().Flush()
	}
	if f, ok := w.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}

// finish completes the stream.
func (w *writer) finish() error {
	if w.gz.IsZero() {
		return nil
	}
	return w.gz.Value().Close()
}

func compress(next http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(rw, r)
			return
		}
		w := &writer{ResponseWriter: rw}
		defer func() { rcpool.Drop(&w.gz) }() // also if next panics
		next.ServeHTTP(w, r)
		if err := w.finish(); err != nil {
			fmt.Println("compress:", err)
		}
	})
}

func body(res *http.Response) (string, error) {
	defer res.Body.Close()
	if res.Header.Get("Content-Encoding") != "gzip" {
		b, err := io.ReadAll(res.Body)
		return string(b), err
	}
	zr, err := stdpool.GzipReader(res.Body)
	if err != nil {
		return "", err
	}
	defer zr.Release()
	text := stdpool.Buffer()
	defer text.Release()
	if _, err := text.Value().ReadFrom(zr.Value()); err != nil {
		return "", err
	}
	return text.Value().String(), nil
}

func main() {
	h := compress(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/none":
			w.WriteHeader(http.StatusNoContent)
		case "/panic":
			io.WriteString(w, "half an ans")
			panic(http.ErrAbortHandler)
		default:
			for i := range 20 {
				fmt.Fprintf(w, "line %d of %s\n", i, r.URL.Path)
				if i == 10 {
					w.(http.Flusher).Flush()
				}
			}
		}
	}))
	for _, path := range []string{"/a", "/none", "/panic", "/b"} {
		for _, accept := range []string{"gzip", ""} {
			func() {
				defer func() {
					if e := recover(); e != nil {
						fmt.Println(path, e)
					}
				}()
				r := httptest.NewRequest("GET", path, nil)
				r.Header.Set("Accept-Encoding", accept)
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				text, err := body(w.Result())
				fmt.Println(path, w.Code, len(text), err)
			}()
		}
	}
}
