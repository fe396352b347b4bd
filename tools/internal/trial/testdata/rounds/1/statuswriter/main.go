// truth: correct

// Command statuswriter is a middleware that counts answers with pooled writers.
package main

import (
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"sync"
)

type statusWriter struct {
	http.ResponseWriter
	status int
	bytes  int
}

func (s *statusWriter) WriteHeader(status int) {
	if s.status == 0 {
		s.status = status
	}
	s.ResponseWriter.WriteHeader(status)
}

func (s *statusWriter) Write(p []byte) (int, error) {
	if s.status == 0 {
		s.status = http.StatusOK
	}
	n, err := s.ResponseWriter.Write(p)
	s.bytes += n
	return n, err
}

func (s *statusWriter) Unwrap() http.ResponseWriter { return s.ResponseWriter }

var writers = sync.Pool{New: func() any { return new(statusWriter) }}

func acquire(w http.ResponseWriter) *statusWriter {
	sw := writers.Get().(*statusWriter)
	sw.ResponseWriter = w
	return sw
}

func release(sw *statusWriter) {
	*sw = statusWriter{}
	writers.Put(sw)
}

type counters struct {
	mu       sync.Mutex
	byStatus map[int]int
	bytes    int
}

func (c *counters) Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sw := acquire(w)
		defer func() {
			status, n := sw.status, sw.bytes
			failed := recover()
			if failed != nil {
				status = http.StatusInternalServerError
			}
			release(sw)
			c.mu.Lock()
			c.byStatus[status]++
			c.bytes += n
			c.mu.Unlock()
			if failed != nil {
				w.WriteHeader(status)
			}
		}()
		next.ServeHTTP(sw, r)
	})
}

func main() {
	c := &counters{byStatus: make(map[int]int)}
	h := c.Middleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/missing":
			http.Error(w, "gone", http.StatusNotFound)
		case "/panic":
			panic(errors.New("boom"))
		default:
			fmt.Fprint(w, "hello")
		}
	}))
	var wg sync.WaitGroup
	for _, path := range []string{"/", "/missing", "/", "/panic", "/"} {
		wg.Go(func() {
			h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", path, nil))
		})
	}
	wg.Wait()
	if c.byStatus[200] != 3 || c.byStatus[404] != 1 || c.byStatus[500] != 1 || c.bytes != 3*5+5 {
		log.Fatal(c.byStatus, c.bytes)
	}
	fmt.Println(c.byStatus)
}
