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

var compressors = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}

// A compressed writer takes a compressor at the first write, because many
// answers have no body.
type compressed struct {
	http.ResponseWriter
	gz *gzip.Writer
}

func (c *compressed) WriteHeader(code int) {
	if code >= 200 && code != http.StatusNoContent {
		c.start()
	}
	c.ResponseWriter.WriteHeader(code)
}

func (c *compressed) start() {
	if c.gz != nil {
		return
	}
	c.Header().Set("Content-Encoding", "gzip")
	c.gz = compressors.Get().(*gzip.Writer)
	c.gz.Reset(c.ResponseWriter)
}

func (c *compressed) Write(p []byte) (int, error) {
	c.start()
	return c.gz.Write(p)
}

func (c *compressed) Close() error {
	if c.gz == nil {
		return nil
	}
	err := c.gz.Close()
	c.gz.Reset(io.Discard)
	compressors.Put(c.gz)
	c.gz = nil
	return err
}

func Compress(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(w, r)
			return
		}
		c := &compressed{ResponseWriter: w}
		defer c.Close()
		next.ServeHTTP(c, r)
	})
}

func main() {
	mux := http.NewServeMux()
	mux.HandleFunc("/text", func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, strings.Repeat("pool ", 200))
	})
	mux.HandleFunc("/none", func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusNoContent)
	})
	handler := Compress(mux)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for _, path := range []string{"/text", "/none", "/missing"} {
				r := httptest.NewRequest("GET", path, nil)
				r.Header.Set("Accept-Encoding", "gzip")
				w := httptest.NewRecorder()
				handler.ServeHTTP(w, r)
				if w.Code == http.StatusNoContent {
					continue
				}
				gz, err := gzip.NewReader(w.Body)
				if err != nil {
					panic(err)
				}
				if text, err := io.ReadAll(gz); err != nil || len(text) == 0 {
					panic(fmt.Sprint(path, len(text), err))
				}
			}
		})
	}
	wg.Wait()
	fmt.Println("done")
}
