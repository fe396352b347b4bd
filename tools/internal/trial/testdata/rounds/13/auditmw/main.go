// truth: escape line 61 plain
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type entry struct {
	Method string
	Path   string
	Status int
	Took   time.Duration
}

type auditLog struct {
	mu    sync.Mutex
	lines []string
	wg    sync.WaitGroup
}

func (a *auditLog) write(e *entry) {
	line := fmt.Sprintf("%s %s %d", e.Method, e.Path, e.Status)
	a.mu.Lock()
	a.lines = append(a.lines, line)
	a.mu.Unlock()
}

var entries = rcpool.Pool[entry]{Name: "audit"}

type statusWriter struct {
	http.ResponseWriter
	code int
}

func (w *statusWriter) WriteHeader(code int) {
	w.code = code
	w.ResponseWriter.WriteHeader(code)
}

func audited(log *auditLog, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ref := entries.Get()
		defer ref.Release()
		e := ref.Value()
		e.Method, e.Path = r.Method, r.URL.Path
		sw := &statusWriter{w, http.StatusOK}
		start := time.Now()
		next.ServeHTTP(sw, r)
		e.Status, e.Took = sw.code, time.Since(start)
		if e.Status >= 400 {
			log.write(e)
			return
		}
		log.wg.Add(1)
		go func() {
			defer log.wg.Done()
			log.write(e)
		}()
	})
}

func main() {
	log := &auditLog{}
	h := audited(log, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/missing" {
			http.NotFound(w, r)
			return
		}
		fmt.Fprintln(w, "ok")
	}))
	for _, p := range []string{"/", "/missing", "/a", "/b"} {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", p, nil))
	}
	log.wg.Wait()
	fmt.Println(len(log.lines), "lines")
}
