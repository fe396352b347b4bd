// truth: wrong-pool line 51 plain
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
)

type scratch struct {
	buf []byte
}

var (
	requestBufs  = sync.Pool{New: func() any { return &scratch{buf: make([]byte, 0, 256)} }}
	responseBufs = sync.Pool{New: func() any { return &scratch{buf: make([]byte, 0, 8192)} }}
)

type recorder struct {
	http.ResponseWriter
	body *scratch
	code int
}

func (r *recorder) WriteHeader(code int) {
	r.code = code
	r.ResponseWriter.WriteHeader(code)
}

func (r *recorder) Write(p []byte) (int, error) {
	if room := cap(r.body.buf) - len(r.body.buf); room > 0 {
		r.body.buf = append(r.body.buf, p[:min(room, len(p))]...)
	}
	return r.ResponseWriter.Write(p)
}

func dump(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		in := requestBufs.Get().(*scratch)
		in.buf = in.buf[:0]
		defer requestBufs.Put(in)
		for k, vs := range r.Header {
			in.buf = append(in.buf, k...)
			in.buf = append(in.buf, '=')
			in.buf = append(in.buf, strings.Join(vs, ",")...)
		}
		out := responseBufs.Get().(*scratch)
		out.buf = out.buf[:0]
		defer requestBufs.Put(out)
		rec := &recorder{ResponseWriter: w, body: out, code: http.StatusOK}
		next.ServeHTTP(rec, r)
		fmt.Printf("%s [%s] -> %d, %d bytes\n", r.URL.Path, in.buf, rec.code, len(out.buf))
	})
}

func main() {
	h := dump(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/gone" {
			w.WriteHeader(http.StatusGone)
			return
		}
		w.Write([]byte(strings.Repeat("y", 700)))
	}))
	for _, path := range []string{"/", "/gone", "/a/b"} {
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("X-Trace", path)
		h.ServeHTTP(httptest.NewRecorder(), r)
	}
}
