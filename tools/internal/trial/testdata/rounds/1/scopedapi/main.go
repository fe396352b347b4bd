// truth: correct

// Command scopedapi serves searches from request scopes and caches the answers.
package main

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
	"github.com/rcpool/rcpool/stdpool"
)

type Query struct {
	Terms []string
	Limit int
}

func (q *Query) Reset() {
	clear(q.Terms)
	q.Terms, q.Limit = q.Terms[:0], 0
}

type API struct {
	queries rcpool.Pool[Query]
	audit   sync.WaitGroup

	mu      sync.Mutex
	answers map[string]rcpool.Ref[bytes.Buffer]
	audited int
}

// cached returns a reference that the caller owns.
func (a *API) cached(ctx context.Context, key string) rcpool.Ref[bytes.Buffer] {
	a.mu.Lock()
	defer a.mu.Unlock()
	answer, ok := a.answers[key]
	if !ok {
		answer = stdpool.Buffer()
		fmt.Fprintf(answer.Value(), "results for %q", key)
		a.answers[key] = answer
	}
	return answer.Retain()
}

func (a *API) search(w http.ResponseWriter, r *http.Request, s rchttp.Scope) {
	query := rchttp.Borrow(s, &a.queries)
	q := query.Value()
	q.Terms = append(q.Terms, r.FormValue("q"), r.FormValue("lang"))
	q.Limit = 10
	if q.Terms[0] == "" {
		http.Error(w, "no query", http.StatusBadRequest)
		return
	}
	a.audit.Go(query.Hold(func(q *Query) {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.audited += len(q.Terms)
	}))
	answer := rchttp.Adopt(s, a.cached(r.Context(), q.Terms[0]))
	w.Write(answer.Value().Bytes())
}

func (a *API) invalidate(w http.ResponseWriter, r *http.Request) {
	scope := rchttp.ScopeOf(r.Context())
	a.mu.Lock()
	defer a.mu.Unlock()
	freed := 0
	for key, answer := range a.answers {
		delete(a.answers, key)
		freed += rchttp.Adopt(scope, answer).Value().Len()
	}
	fmt.Fprint(w, freed)
}

func main() {
	a := &API{answers: make(map[string]rcpool.Ref[bytes.Buffer])}
	mux := http.NewServeMux()
	mux.Handle("GET /search", rchttp.ScopeHandler(a.search))
	mux.Handle("DELETE /cache", rchttp.Scoped(http.HandlerFunc(a.invalidate)))

	do := func(method, target string) string {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(method, target, nil))
		return fmt.Sprint(w.Code, " ", w.Body)
	}
	for range 2 {
		if got := do("GET", "/search?q=go&lang=en"); got != `200 results for "go"` {
			log.Fatal(got)
		}
	}
	if got := do("GET", "/search"); got != "400 no query\n" {
		log.Fatal(got)
	}
	if got := do("DELETE", "/cache"); got != "200 16" {
		log.Fatal(got)
	}
	a.audit.Wait()
	if a.audited != 4 {
		log.Fatal(a.audited)
	}
	fmt.Println("ok")
}
