// truth: correct
package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
	"github.com/rcpool/rcpool/stdpool"
)

type order struct {
	id    string
	lines []string
}

func (o *order) Reset() {
	clear(o.lines)
	*o = order{lines: o.lines[:0]}
}

type shop struct {
	orders rcpool.Pool[order]
	mu     sync.Mutex
	open   []rcpool.Ref[order]
	bg     sync.WaitGroup
	mailed sync.Map
}

func (s *shop) create(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) {
	o := rchttp.Borrow(scope, &s.orders)
	body := rchttp.Adopt(scope, stdpool.Buffer())
	if _, err := body.Value().ReadFrom(http.MaxBytesReader(w, r.Body, 256)); err != nil {
		http.Error(w, "too large", http.StatusRequestEntityTooLarge)
		return
	}
	v := o.Value()
	v.id = r.PathValue("id")
	for l := range strings.Lines(body.Value().String()) {
		v.lines = append(v.lines, strings.TrimSpace(l))
	}
	s.mu.Lock()
	s.open = append(s.open, o.Retain())
	s.mu.Unlock()
	s.bg.Go(o.Hold(func(o *order) { s.mailed.Store(o.id, len(o.lines)) }))
	fmt.Fprintln(w, v.id, len(v.lines))
}

func (s *shop) list(w http.ResponseWriter, r *http.Request) {
	scope := rchttp.ScopeOf(r.Context())
	out := rchttp.Adopt(scope, stdpool.BufioWriter(w)).Value()
	s.mu.Lock()
	for _, o := range s.open {
		fmt.Fprintf(out, "%s;", o.Value().id)
	}
	s.mu.Unlock()
	out.Flush()
}

func (s *shop) shutdown() {
	s.bg.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.open {
		rcpool.Drop(&s.open[i])
	}
	s.open = s.open[:0]
}

func main() {
	s := &shop{}
	mux := http.NewServeMux()
	mux.Handle("POST /orders/{id}", rchttp.ScopeHandler(s.create))
	mux.Handle("GET /orders", rchttp.Scoped(http.HandlerFunc(s.list)))
	call := func(method, path string, body io.Reader) {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(method, path, body))
		fmt.Println(w.Code, strings.TrimSpace(w.Body.String()))
	}
	call("POST", "/orders/7", strings.NewReader("apple\npear\n"))
	call("POST", "/orders/8", strings.NewReader(strings.Repeat("x", 300)))
	call("POST", "/orders/9", strings.NewReader("plum"))
	call("GET", "/orders", nil)
	s.shutdown()
}
