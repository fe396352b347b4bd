// truth: escape line 37,71 callee
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"

	"github.com/rcpool/rcpool"
)

// Entry is one line of the audit log.
type Entry struct {
	Method string
	Path   string
	User   string
	Status int
}

var entries = rcpool.Pool[Entry]{Name: "audit.entries"}

type audit struct {
	mu      sync.Mutex
	denied  int
	pending []*Entry
}

// note counts an entry, and keeps what must be looked at.
func (a *audit) note(e *Entry) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if e.Status != http.StatusForbidden {
		return
	}
	a.denied++
	a.pending = append(a.pending, e)
}

// drain prints what was kept.
func (a *audit) drain() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, e := range a.pending {
		fmt.Printf("denied: %q %q by %q\n", e.Method, e.Path, e.User)
	}
	clear(a.pending)
	a.pending = a.pending[:0]
}

type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

func audited(a *audit, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		entry := entries.Get()
		defer entry.Release()
		e := entry.Value()
		e.Method, e.Path = r.Method, r.URL.Path
		e.User = r.Header.Get("X-User")
		sw := &statusWriter{w, http.StatusOK}
		next.ServeHTTP(sw, r)
		e.Status = sw.status
		a.note(e)
	})
}

func main() {
	a := new(audit)
	h := audited(a, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-User") != "root" {
			http.Error(w, "no", http.StatusForbidden)
			return
		}
		fmt.Fprintln(w, "ok")
	}))
	for _, user := range []string{"root", "ann", "", "root"} {
		r := httptest.NewRequest("DELETE", "/objects/7", nil)
		r.Header.Set("X-User", user)
		h.ServeHTTP(httptest.NewRecorder(), r)
	}
	a.drain()
	fmt.Println(a.denied)
}
