// truth: use-after-release line 58 plain

// Command access-log writes a line for each request, and counts statuses.
package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type entry struct {
	method, path string
	status       int
	took         time.Duration
}

var entries = rcpool.Pool[entry]{Name: "access log"}

type accessLog struct {
	mu     sync.Mutex
	out    bytes.Buffer
	counts map[int]int
}

type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

func (l *accessLog) wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ref := entries.Get()
		e := ref.Value()
		e.method, e.path = r.Method, r.URL.Path
		sw := &statusWriter{w, http.StatusOK}
		start := time.Now()
		next.ServeHTTP(sw, r)
		e.status, e.took = sw.status, time.Since(start)

		l.mu.Lock()
		fmt.Fprintf(&l.out, "%s %s %d %s\n", e.method, e.path, e.status, e.took)
		l.mu.Unlock()
		ref.Release()

		l.mu.Lock()
		defer l.mu.Unlock()
		l.counts[e.status]++
	})
}

func main() {
	l := &accessLog{counts: map[int]int{}}
	h := l.wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/missing" {
			http.NotFound(w, r)
			return
		}
		fmt.Fprintln(w, "hello")
	}))
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for n := range 20 {
				path := "/"
				if n%4 == i {
					path = "/missing"
				}
				h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", path, nil))
			}
		})
	}
	wg.Wait()
	fmt.Println(bytes.Count(l.out.Bytes(), []byte("\n")), "lines", l.counts)
}
