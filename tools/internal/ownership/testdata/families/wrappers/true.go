package wrappers

import (
	"bytes"
	"fmt"
	"io"
	"net/http"

	"github.com/valyala/bytebufferpool"
)

// What the handler wrote is returned, and put back before.
func captured(next http.Handler, w http.ResponseWriter, r *http.Request) []byte {
	body := bytebufferpool.Get()
	defer bytebufferpool.Put(body)
	next.ServeHTTP(&capture{ResponseWriter: w, body: body}, r)
	return body.B // want "escape: "
}

// The same, with a variable.
func capturedHere(next http.Handler, w http.ResponseWriter, r *http.Request) (int, []byte) {
	body := bytebufferpool.Get()
	defer bytebufferpool.Put(body)
	c := &capture{ResponseWriter: w, body: body, code: 200}
	next.ServeHTTP(c, r)
	if c.code >= 400 {
		return c.code, nil
	}
	return c.code, body.B // want "escape: "
}

// The object goes into the wrong pool.
func swapped(next http.Handler, w http.ResponseWriter, r *http.Request) {
	body := responses.Get().(*scratch)
	body.reset()
	defer requests.Put(body) // want "wrong-pool: "
	next.ServeHTTP(&recorder{w, body}, r)
}

// A wrapper by value: the object is used after it was given back.
func late(next http.Handler, w http.ResponseWriter, r *http.Request) {
	s := take()
	next.ServeHTTP(status{w, s}, r)
	give(s)
	if s.status >= 500 { // want "use-after-release: "
		fmt.Println("failed", r.URL.Path)
	}
}

// It is put back twice.
func twice(next http.Handler, w http.ResponseWriter, r *http.Request) {
	s := take()
	defer give(s)
	next.ServeHTTP(&recorder{w, s}, r)
	if s.status == 0 {
		give(s) // want "double-release: "
	}
}

// A callee calls the handler.
func throughCallee(next http.Handler, w http.ResponseWriter, r *http.Request) int {
	s := take()
	serve(next, &recorder{w, s}, r)
	give(s)
	return len(s.buf) // want "use-after-release: "
}

// A wrapper in a wrapper.
func nested(next http.Handler, w http.ResponseWriter, r *http.Request) int {
	s := take()
	next.ServeHTTP(status{&recorder{w, s}, s}, r)
	give(s)
	return s.status // want "use-after-release: "
}

// The object is embedded.
func promoted(next http.Handler, w http.ResponseWriter, r *http.Request) int {
	s := take()
	next.ServeHTTP(&embedded{w, s}, r)
	give(s)
	return s.status // want "use-after-release: "
}

// The standard library writes to it.
func printed(w http.ResponseWriter, names []string) []byte {
	body := bytebufferpool.Get()
	defer bytebufferpool.Put(body)
	c := &capture{ResponseWriter: w, body: body}
	for _, name := range names {
		fmt.Fprintln(c, name)
	}
	return body.B // want "escape: "
}

// It is written by two calls.
func byTwo(next http.Handler, w http.ResponseWriter, r *http.Request) int {
	s := take()
	rec := &recorder{w, s}
	next.ServeHTTP(rec, r)
	io.WriteString(rec, "\n")
	give(s)
	return len(s.buf) // want "use-after-release: "
}

// The reference is not released.
func traced(next http.Handler, w http.ResponseWriter, r *http.Request) int {
	e := events.Get() // want "leak: "
	next.ServeHTTP(&trace{w, e}, r)
	return len(e.Value().Body)
}

// It is used after its release.
func tracedLate(next http.Handler, w http.ResponseWriter, r *http.Request) int {
	e := events.Get()
	next.ServeHTTP(&trace{w, e}, r)
	e.Release()
	return len(e.Value().Body) // want "use-after-release: "
}

// A closer may have given it back; it is used after it was put here for certain.
func closedLate(to sink, w io.Writer) int {
	s := take()
	to.Consume(&closing{w, s})
	give(s)
	return s.status // missed "use-after-release: "
}

// A closer may have given it back, but not into this pool.
func closedElsewhere(to sink, w io.Writer) {
	s := responses.Get().(*scratch)
	s.reset()
	to.Consume(&Open{w, s})
	requests.Put(s) // want "wrong-pool: "
}

// A buffer is put back twice, and a wrapper with a pool of its own is flushed by others.
func flushedTwice(to sink, w io.Writer) {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	to.Consume(w)
	buffers.Put(b)
	buffers.Put(b) // want "double-release: "
}
