// truth: correct

// Command gzipresp is HTTP middleware that compresses answers of a certain
// size, and leaves small ones as they are.
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

const threshold = 256

type gzWriter = stdpool.Writer[*gzip.Writer]

// response holds back the first bytes of an answer until it is clear whether to
// compress it.
type response struct {
	http.ResponseWriter
	status int
	held   rcpool.Ref[bytes.Buffer]
	gz     rcpool.Ref[gzWriter]
}

func newResponse(w http.ResponseWriter) *response {
	return &response{ResponseWriter: w, status: http.StatusOK, held: stdpool.Buffer()}
}

func (r *response) WriteHeader(status int) { r.status = status }

func (r *response) Write(p []byte) (int, error) {
	if !r.gz.IsZero() {
		return r.gz.Value().Write(p)
	}
	held := r.held.Value()
	n, _ := held.Write(p)
	if held.Len() < threshold {
		return n, nil
	}
	r.Header().Set("Content-Encoding", "gzip")
	r.Header().Del("Content-Length")
	r.ResponseWriter.WriteHeader(r.status)
	r.gz = stdpool.GzipWriter(r.ResponseWriter, gzip.BestSpeed)
	if _, err := r.gz.Value().Write(held.Bytes()); err != nil {
		return 0, err
	}
	rcpool.Drop(&r.held)
	return n, nil
}

// finish writes what is left. It must be called once, even after a panic.
func (r *response) finish(ok bool) error {
	defer rcpool.Drop(&r.held)
	defer rcpool.Drop(&r.gz)
	if !ok {
		return nil
	}
	if !r.gz.IsZero() {
		return r.gz.Value().Close()
	}
	r.ResponseWriter.WriteHeader(r.status)
	_, err := r.held.Value().WriteTo(r.ResponseWriter)
	return err
}

func compress(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if !strings.Contains(req.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(w, req)
			return
		}
		res := newResponse(w)
		served := false
		defer func() {
			if err := res.finish(served); err != nil {
				fmt.Println("finish:", err)
			}
		}()
		next.ServeHTTP(res, req)
		served = true
	})
}

func main() {
	mux := http.NewServeMux()
	mux.HandleFunc("/small", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.WriteString(w, "short and stout")
	})
	mux.HandleFunc("/large", func(w http.ResponseWriter, _ *http.Request) {
		for i := range 200 {
			fmt.Fprintf(w, "row %d of the report\n", i)
		}
	})
	mux.HandleFunc("/broken", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, strings.Repeat("x", 2*threshold))
		panic(http.ErrAbortHandler)
	})
	srv := httptest.NewServer(compress(mux))
	defer srv.Close()
	for _, path := range []string{"/small", "/large", "/broken"} {
		resp, err := http.Get(srv.URL + path) // the client asks for gzip
		if err != nil {
			fmt.Println(path, "failed")
			continue
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		fmt.Println(path, resp.StatusCode, resp.Uncompressed, len(body), err != nil)
	}
}
