// truth: correct
package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	"github.com/valyala/bytebufferpool"
)

type logger struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *logger) write(p []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.w.Write(p)
}

type recorder struct {
	http.ResponseWriter
	body   *bytebufferpool.ByteBuffer
	status int
}

func (r *recorder) WriteHeader(code int)        { r.status = code }
func (r *recorder) Write(p []byte) (int, error) { return r.body.Write(p) }

// buffered sends the answer as a whole and writes a line to the log.
func (l *logger) buffered(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begin := time.Now()
		body := bytebufferpool.Get()
		defer bytebufferpool.Put(body)
		rec := &recorder{ResponseWriter: w, body: body, status: http.StatusOK}
		next.ServeHTTP(rec, r)
		w.WriteHeader(rec.status)
		n, err := w.Write(body.B)

		line := bytebufferpool.Get()
		fmt.Fprintf(line, "%s %s %d %d", r.Method, r.URL.Path, rec.status, n)
		if err != nil {
			line.WriteString(" " + err.Error())
		}
		if time.Since(begin) > time.Minute {
			line.WriteString(" slow")
		}
		line.WriteByte('\n')
		l.write(line.B)
		bytebufferpool.Put(line)
	})
}

func hello(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, "/x") {
		w.WriteHeader(http.StatusNotFound)
	}
	fmt.Fprintf(w, "hello %s", r.URL.Path)
}

func main() {
	var out strings.Builder
	l := &logger{w: &out}
	h := l.buffered(http.HandlerFunc(hello))
	var wg sync.WaitGroup
	for i := 0; i < 6; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			rec := httptest.NewRecorder()
			path := fmt.Sprintf("/%c%d", "ax"[i%2], i)
			h.ServeHTTP(rec, httptest.NewRequest("GET", path, nil))
			if rec.Body.String() != "hello "+path {
				panic(rec.Body.String())
			}
		}()
	}
	wg.Wait()
	fmt.Println(strings.Count(out.String(), "404"), strings.Count(out.String(), "\n"))
}
