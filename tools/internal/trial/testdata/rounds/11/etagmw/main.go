// truth: escape line 31 plain
package main

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"net/http/httptest"

	"github.com/valyala/bytebufferpool"
)

type buffered struct {
	http.ResponseWriter
	body *bytebufferpool.ByteBuffer
	code int
}

func (b *buffered) WriteHeader(code int)        { b.code = code }
func (b *buffered) Write(p []byte) (int, error) { return b.body.Write(p) }

// capture runs h and returns what it has answered.
func capture(h http.Handler, w http.ResponseWriter, r *http.Request) (int, []byte) {
	body := bytebufferpool.Get()
	defer bytebufferpool.Put(body)
	b := &buffered{ResponseWriter: w, body: body, code: http.StatusOK}
	h.ServeHTTP(b, r)
	if b.code >= 400 {
		return b.code, nil
	}
	return b.code, body.B
}

func etag(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		code, body := capture(next, w, r)
		if code != http.StatusOK {
			w.WriteHeader(code)
			return
		}
		h := fnv.New64a()
		h.Write(body)
		tag := fmt.Sprintf(`"%x"`, h.Sum64())
		w.Header().Set("ETag", tag)
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		w.Write(body)
	})
}

func main() {
	h := etag(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/missing" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		fmt.Fprintln(w, "catalog of", r.URL.Path)
	}))
	tag := ""
	for _, path := range []string{"/mugs", "/mugs", "/missing"} {
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("If-None-Match", tag)
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r)
		tag = rec.Header().Get("ETag")
		fmt.Println(rec.Code, rec.Body.Len())
	}
}
