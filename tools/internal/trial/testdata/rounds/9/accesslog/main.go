// truth: correct
package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"time"
)

// record is one line of the access log. The handler fills it, the writer
// goroutine puts it back.
type record struct {
	method, path string
	status       int
	took         time.Duration
	extra        map[string]string
}

func (r *record) reset() {
	clear(r.extra)
	*r = record{extra: r.extra}
}

type accessLog struct {
	pool  sync.Pool
	lines chan *record
	done  chan struct{}
	out   io.Writer
	lost  atomic.Int64
}

func open(out io.Writer, depth int) *accessLog {
	l := &accessLog{lines: make(chan *record, depth), done: make(chan struct{}), out: out}
	l.pool.New = func() any { return &record{extra: map[string]string{}} }
	go l.loop()
	return l
}

func (l *accessLog) loop() {
	defer close(l.done)
	for r := range l.lines {
		fmt.Fprintln(l.out, r.method, r.path, r.status, r.extra["user"], r.took >= 0)
		l.recycle(r)
	}
}

func (l *accessLog) recycle(r *record) {
	r.reset()
	l.pool.Put(r)
}

type recorder struct {
	http.ResponseWriter
	rec *record
}

func (w recorder) WriteHeader(code int) {
	w.rec.status = code
	w.ResponseWriter.WriteHeader(code)
}

func (l *accessLog) wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := l.pool.Get().(*record)
		rec.method, rec.path, rec.status = r.Method, r.URL.Path, http.StatusOK
		if user, _, ok := r.BasicAuth(); ok {
			rec.extra["user"] = user
		}
		start := time.Now()
		next.ServeHTTP(recorder{w, rec}, r)
		rec.took = time.Since(start)
		select {
		case l.lines <- rec:
		default:
			l.lost.Add(1)
			l.recycle(rec)
		}
	})
}

func (l *accessLog) Close() { close(l.lines); <-l.done }

func main() {
	var out bytes.Buffer
	l := open(&out, 4)
	h := l.wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/gone" {
			w.WriteHeader(http.StatusGone)
		}
	}))
	const n = 60
	for i := range n {
		req := httptest.NewRequest("GET", []string{"/", "/gone"}[i%2], nil)
		if i%3 == 0 {
			req.SetBasicAuth("ann", "x")
		}
		h.ServeHTTP(httptest.NewRecorder(), req)
	}
	l.Close()
	fmt.Println(int64(bytes.Count(out.Bytes(), []byte("\n")))+l.lost.Load() == n)
}
