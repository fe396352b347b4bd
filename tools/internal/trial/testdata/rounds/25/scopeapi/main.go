// truth: correct

// Command scopeapi serves campaign reports with request scopes.
package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
	"github.com/rcpool/rcpool/stdpool"
)

type Report struct {
	Campaign string
	Rows     []int
}

func (r *Report) Reset() { r.Campaign, r.Rows = "", r.Rows[:0] }

var reports = rcpool.Pool[Report]{Name: "reports"}

type auditLog struct {
	mu      sync.Mutex
	lines   []string
	pending sync.WaitGroup
}

func (a *auditLog) record(r *Report) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.lines = append(a.lines, fmt.Sprint(r.Campaign, len(r.Rows)))
}

// slow notes a report that is still being served.
func (a *auditLog) slow(r *Report) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.lines = append(a.lines, "slow "+r.Campaign)
}

type api struct {
	audit auditLog
}

func (a *api) load(campaign string, n int) (rcpool.Ref[Report], error) {
	ref := reports.Get()
	defer rcpool.Drop(&ref)
	r := ref.Value()
	r.Campaign = campaign
	if n > 100 {
		return rcpool.Ref[Report]{}, fmt.Errorf("%s: %d rows is too many", campaign, n)
	}
	for i := range n {
		r.Rows = append(r.Rows, i*i)
	}
	return rcpool.Move(&ref), nil
}

func (a *api) report(w http.ResponseWriter, r *http.Request, s rchttp.Scope) {
	n, err := strconv.Atoi(r.FormValue("rows"))
	if err != nil {
		http.Error(w, "rows: not a number", http.StatusBadRequest)
		return
	}
	loaded, err := a.load(r.PathValue("id"), n)
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	rep := rchttp.Adopt(s, loaded)
	stop := rep.AfterFunc(time.Second, a.audit.slow)
	defer stop()
	page := rchttp.Adopt(s, stdpool.Buffer())
	render(page.Value(), rep.Value())
	a.audit.pending.Go(rep.Hold(a.audit.record))
	if _, err := page.Value().WriteTo(w); err != nil {
		panic(http.ErrAbortHandler)
	}
}

func render(b *bytes.Buffer, r *Report) {
	fmt.Fprintf(b, "campaign %s\n", r.Campaign)
	for i, v := range r.Rows {
		fmt.Fprintf(b, "%d\t%d\n", i, v)
	}
}

func (a *api) routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /reports/{id}", rchttp.ScopeHandler(a.report))
	return mux
}

func main() {
	var a api
	h := a.routes()
	for _, url := range []string{"/reports/c7?rows=3", "/reports/c8?rows=x", "/reports/c9?rows=900"} {
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, httptest.NewRequest("GET", url, nil))
		body, _ := io.ReadAll(rec.Result().Body)
		fmt.Printf("%d %q\n", rec.Code, body)
	}
	a.audit.pending.Wait()
	fmt.Println(a.audit.lines)
	check()
}
