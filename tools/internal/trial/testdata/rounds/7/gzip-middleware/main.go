// truth: correct

// Command gzip-middleware compresses answers if the client accepts it and the
// handler writes a body at all.
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
	w, _ := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed)
	return w
}}

type response struct {
	http.ResponseWriter
	gz *gzip.Writer // nil until the first write
}

func (r *response) Write(p []byte) (int, error) {
	if r.gz == nil {
		r.Header().Set("Content-Encoding", "gzip")
		r.gz = writers.Get().(*gzip.Writer)
		r.gz.Reset(r.ResponseWriter)
	}
	return r.gz.Write(p)
}

func (r *response) finish() error {
	if r.gz == nil {
		return nil
	}
	gz := r.gz
	r.gz = nil
	err := gz.Close()
	gz.Reset(io.Discard) // keeps no response alive
	writers.Put(gz)
	return err
}

func compressed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(w, r)
			return
		}
		res := &response{ResponseWriter: w}
		defer func() {
			if err := res.finish(); err != nil {
				fmt.Println("cannot finish:", err)
			}
		}()
		next.ServeHTTP(res, r)
	})
}

func main() {
	h := compressed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/empty" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		for range 20 {
			fmt.Fprintf(w, "you asked for %s\n", r.URL.Path)
		}
	}))
	var wg sync.WaitGroup
	for _, path := range []string{"/a", "/b", "/empty", "/plain"} {
		wg.Go(func() {
			for range 10 {
				r := httptest.NewRequest("GET", path, nil)
				if path != "/plain" {
					r.Header.Set("Accept-Encoding", "gzip")
				}
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				if w.Header().Get("Content-Encoding") != "gzip" {
					continue
				}
				gz, err := gzip.NewReader(w.Body)
				if err != nil {
					fmt.Println(err)
					continue
				}
				text, err := io.ReadAll(gz)
				if err != nil || strings.Count(string(text), path) != 20 {
					fmt.Println("bad answer:", err)
				}
			}
		})
	}
	wg.Wait()
	fmt.Println("done")
}
