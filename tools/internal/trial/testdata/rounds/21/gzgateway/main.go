// truth: unclosed line 44,52 plain
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/rcpool/rcpool/stdpool"
)

type upstream func(path string) (status int, body []byte, err error)

type gateway struct {
	next    upstream
	minSize int
}

func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	status, body, err := g.next(r.URL.Path)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	if len(body) < g.minSize || !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.WriteHeader(status)
		w.Write(body)
		return
	}
	w.Header().Set("Content-Encoding", "gzip")
	w.WriteHeader(status)
	if err := compress(w, body); err != nil {
		fmt.Println("client gone:", err)
	}
}

// compress writes body to w in pieces, so that the first ones arrive early.
func compress(w io.Writer, body []byte) error {
	gz := stdpool.GzipWriter(w, gzip.BestSpeed)
	defer gz.Release()
	for len(body) > 0 {
		n := min(len(body), 1024)
		if _, err := gz.Value().Write(body[:n]); err != nil {
			return err
		}
		body = body[n:]
	}
	return gz.Value().Flush()
}

func main() {
	g := &gateway{minSize: 100, next: func(path string) (int, []byte, error) {
		switch path {
		case "/down":
			return 0, nil, fmt.Errorf("connection refused")
		case "/big":
			return 200, bytes.Repeat([]byte("lorem ipsum "), 400), nil
		}
		return 404, []byte("not found"), nil
	}}
	for _, path := range []string{"/down", "/small", "/big"} {
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("Accept-Encoding", "gzip")
		w := httptest.NewRecorder()
		g.ServeHTTP(w, r)
		if w.Header().Get("Content-Encoding") != "gzip" {
			fmt.Println(w.Code, w.Body.Len())
			continue
		}
		zr, err := gzip.NewReader(w.Body)
		if err != nil {
			fmt.Println(err)
			continue
		}
		n, err := io.Copy(io.Discard, zr)
		fmt.Println(w.Code, n, err)
	}
}
