// truth: escape line 33,66 callee

// Command recentcalls keeps the latest calls of a service for its status page.
package main

import (
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"sync"

	"github.com/rcpool/rcpool"
)

type Call struct {
	Method string
	Path   string
	Status int
}

var calls = rcpool.Pool[Call]{Name: "calls"}

type Recent struct {
	mu   sync.Mutex
	ring [4]*Call
	next int
}

func (r *Recent) add(c *Call) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ring[r.next%len(r.ring)] = c
	r.next++
}

func (r *Recent) paths() (paths []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.ring {
		if c != nil {
			paths = append(paths, fmt.Sprint(c.Method, " ", c.Path, " ", c.Status))
		}
	}
	return paths
}

type recorder struct {
	http.ResponseWriter
	call *Call
}

func (r recorder) WriteHeader(status int) {
	r.call.Status = status
	r.ResponseWriter.WriteHeader(status)
}

func (r *Recent) Observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		call := calls.Get()
		defer call.Release()
		c := call.Value()
		c.Method, c.Path, c.Status = req.Method, req.URL.Path, http.StatusOK
		next.ServeHTTP(recorder{w, c}, req)
		if c.Status >= 400 {
			r.add(c)
		}
	})
}

func main() {
	recent := &Recent{}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /ok", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "fine") })
	h := recent.Observe(mux)
	for _, path := range []string{"/ok", "/missing", "/ok", "/gone", "/ok"} {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", path, nil))
	}
	got := recent.paths()
	if len(got) != 2 || got[0] != "GET /missing 404" || got[1] != "GET /gone 404" {
		log.Fatalf("%q", got)
	}
	fmt.Println(got)
}
