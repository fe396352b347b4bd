// truth: use-after-release line 69 callee
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"
)

type reqCtx struct {
	id      int
	route   string
	began   time.Time
	status  int
	timings []time.Duration
}

func (c *reqCtx) reset() { *c = reqCtx{timings: c.timings[:0]} }

var ctxs = sync.Pool{New: func() any { return new(reqCtx) }}

type metrics struct {
	mu    sync.Mutex
	count map[string]int
	slow  int
}

func (m *metrics) begin(r *http.Request, id int) *reqCtx {
	c := ctxs.Get().(*reqCtx)
	c.id, c.route, c.began, c.status = id, r.Method+" "+r.URL.Path, time.Now(), http.StatusOK
	return c
}

func (m *metrics) end(c *reqCtx) {
	c.timings = append(c.timings, time.Since(c.began))
	m.mu.Lock()
	m.count[c.route]++
	if c.timings[0] > time.Second {
		m.slow++
	}
	m.mu.Unlock()
	c.reset()
	ctxs.Put(c)
}

type statusWriter struct {
	http.ResponseWriter
	ctx *reqCtx
}

func (s statusWriter) WriteHeader(code int) {
	s.ctx.status = code
	s.ResponseWriter.WriteHeader(code)
}

type server struct {
	m    metrics
	next http.Handler
	seq  int
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.seq++
	c := s.m.begin(r, s.seq)
	s.next.ServeHTTP(statusWriter{w, c}, r)
	s.m.end(c)
	if c.status >= 500 {
		fmt.Println("request failed:", r.URL.Path)
	}
}

func main() {
	s := &server{next: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/pay" {
			w.WriteHeader(http.StatusBadGateway)
		}
	})}
	s.m.count = map[string]int{}
	for _, path := range []string{"/", "/pay", "/"} {
		s.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", path, nil))
	}
	fmt.Println(s.m.count)
}
