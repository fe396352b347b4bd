// truth: correct

// Command order-intake is an HTTP endpoint whose objects belong to the scope of
// the request, except for what the auditor needs later.
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
)

type order struct {
	Customer string   `json:"customer"`
	Items    []string `json:"items"`
}

type receipt struct {
	lines []string
	total int
}

var (
	orders   = rcpool.Pool[order]{Name: "orders"}
	receipts = rcpool.Pool[receipt]{Name: "receipts"}
)

type auditor struct {
	wg  sync.WaitGroup
	mu  sync.Mutex
	log []string
}

func (a *auditor) record(o *order) {
	defer a.wg.Done()
	entry := strings.Clone(o.Customer) + ":" + fmt.Sprint(len(o.Items))
	a.mu.Lock()
	a.log = append(a.log, entry)
	a.mu.Unlock()
}

func price(o *order, r *receipt) {
	for _, item := range o.Items {
		r.lines = append(r.lines, item)
		r.total += len(item)
	}
}

func (a *auditor) intake(w http.ResponseWriter, r *http.Request, s rchttp.Scope) {
	ref, ok := rchttp.Bind(w, r, &orders, 1<<12)
	if !ok {
		return
	}
	o := rchttp.Adopt(s, ref)
	if len(o.Value().Items) == 0 {
		http.Error(w, "nothing ordered", http.StatusUnprocessableEntity)
		return
	}
	rec := rchttp.Borrow(s, &receipts)
	price(o.Value(), rec.Value())
	a.wg.Add(1)
	o.Go(a.record)
	fmt.Fprintf(w, "%s owes %d\n", o.Value().Customer, rec.Value().total)
}

func main() {
	a := new(auditor)
	h := rchttp.ScopeHandler(a.intake)
	for _, body := range []string{
		`{"customer":"ann","items":["tea","milk"]}`,
		`{"customer":"bob","items":[]}`,
		`{"customer":`,
		`{"customer":"cid","items":["bread"]}`,
	} {
		r := httptest.NewRequest("POST", "/orders", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		fmt.Print(w.Code, " ", w.Body.String())
	}
	a.wg.Wait()
	fmt.Println(len(a.log), "audited")
}
