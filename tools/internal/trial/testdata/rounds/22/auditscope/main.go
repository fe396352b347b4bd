// truth: correct

// Command auditscope serves orders and writes an audit trail behind the answers.
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
)

type order struct {
	ID    string   `json:"id"`
	Items []string `json:"items"`
	Note  string   `json:"note"`
}

func (o *order) Reset() {
	clear(o.Items)
	*o = order{Items: o.Items[:0]}
}

var orders = rcpool.Pool[order]{Name: "orders"}

type auditor struct {
	jobs chan func()
	done sync.WaitGroup
	mu   sync.Mutex
	sum  map[string]int
}

func newAuditor(workers int) *auditor {
	a := &auditor{jobs: make(chan func(), 8), sum: map[string]int{}}
	for range workers {
		a.done.Go(func() {
			for job := range a.jobs {
				job()
			}
		})
	}
	return a
}

func (a *auditor) record(o *order) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, item := range o.Items {
		a.sum[strings.Clone(item)]++
	}
}

func (a *auditor) close() {
	close(a.jobs)
	a.done.Wait()
}

type server struct {
	audit *auditor
	last  struct {
		sync.Mutex
		order rcpool.Ref[order]
	}
}

func (s *server) create(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) {
	body, ok := rchttp.Bind(w, r, &orders, 1<<10)
	if !ok {
		return
	}
	o := rchttp.Adopt(scope, body)
	if len(o.Value().Items) == 0 {
		http.Error(w, "no items", http.StatusUnprocessableEntity)
		return
	}
	s.audit.jobs <- o.Hold(s.audit.record)
	s.last.Lock()
	rcpool.Drop(&s.last.order)
	s.last.order = o.Retain()
	s.last.Unlock()
	fmt.Fprintf(w, "created %s with %d", o.Value().ID, len(o.Value().Items))
}

func (s *server) latest(w http.ResponseWriter, r *http.Request) {
	s.last.Lock()
	defer s.last.Unlock()
	if s.last.order.IsZero() {
		http.NotFound(w, r)
		return
	}
	io.WriteString(w, s.last.order.Value().ID)
}

func (s *server) close() {
	s.audit.close()
	s.last.Lock()
	defer s.last.Unlock()
	rcpool.Drop(&s.last.order)
}

func main() {
	s := &server{audit: newAuditor(2)}
	mux := http.NewServeMux()
	mux.Handle("POST /orders", rchttp.ScopeHandler(s.create))
	mux.HandleFunc("GET /latest", s.latest)
	for _, body := range []string{
		`{"id":"a","items":["x","y"],"note":"gift"}`, `{"id":"b"}`, `{"id":`, `{"id":"c","items":["x"]}`,
	} {
		r := httptest.NewRequest("POST", "/orders", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		rec := httptest.NewRecorder()
		mux.ServeHTTP(rec, r)
		fmt.Println(rec.Code, rec.Body)
	}
	rec := httptest.NewRecorder()
	mux.ServeHTTP(rec, httptest.NewRequest("GET", "/latest", nil))
	fmt.Println("latest", rec.Body)
	s.close()
	fmt.Println(s.audit.sum)
}
