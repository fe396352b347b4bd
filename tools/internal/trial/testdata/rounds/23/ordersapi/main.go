// truth: correct

// Command ordersapi accepts orders over HTTP and bills them later.
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
	"github.com/rcpool/rcpool/stdpool"
)

type order struct {
	Customer string   `json:"customer"`
	Items    []string `json:"items"`
	Express  bool     `json:"express"`
}

func (o *order) Reset() {
	clear(o.Items)
	o.Items = o.Items[:0]
	o.Customer, o.Express = "", false
}

type receipt struct {
	ID    int    `json:"id"`
	Total int    `json:"total"`
	For   string `json:"for"`
}

var (
	orders   = rcpool.Pool[order]{Name: "orders"}
	receipts = rcpool.Pool[receipt]{Name: "receipts"}
)

type api struct {
	mu      sync.Mutex
	next    int
	billing chan rcpool.Ref[order]
	audits  sync.WaitGroup
}

func (a *api) create(w http.ResponseWriter, r *http.Request, s rchttp.Scope) {
	body, ok := rchttp.Bind(w, r, &orders, 4096)
	if !ok {
		return
	}
	o := rchttp.Adopt(s, body)
	if len(o.Value().Items) == 0 {
		http.Error(w, "no items", http.StatusUnprocessableEntity)
		return
	}
	rec := rchttp.Borrow(s, &receipts).Value()
	a.mu.Lock()
	a.next++
	rec.ID = a.next
	a.mu.Unlock()
	rec.Total = 10 * len(o.Value().Items)
	rec.For = o.Value().Customer

	bill := o.Retain()
	select {
	case a.billing <- bill:
	default:
		bill.Release()
		http.Error(w, "busy", http.StatusServiceUnavailable)
		return
	}
	if o.Value().Express {
		a.audits.Go(o.Hold(func(v *order) { audit(v.Customer, len(v.Items)) }))
	}
	answer, err := stdpool.EncodeJSON(rec)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer answer.Release()
	w.Header().Set("Content-Type", "application/json")
	answer.Value().WriteTo(w)
}

var (
	auditMu  sync.Mutex
	auditLog []string
)

func audit(customer string, n int) {
	auditMu.Lock()
	defer auditMu.Unlock()
	auditLog = append(auditLog, fmt.Sprintf("%s expressed %d", customer, n))
}

func (a *api) bill(done chan<- int) {
	items := 0
	for o := range a.billing {
		items += len(o.Value().Items)
		o.Release()
	}
	done <- items
}

func main() {
	a := &api{billing: make(chan rcpool.Ref[order], 8)}
	done := make(chan int)
	go a.bill(done)
	h := rchttp.ScopeHandler(a.create)
	for _, body := range []string{
		`{"customer":"ann","items":["tea","cup"],"express":true}`,
		`{"customer":"bob","items":[]}`,
		`{"customer":`,
		`{"customer":"cyd","items":["pot"]}`,
	} {
		r := httptest.NewRequest("POST", "/orders", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r)
		var got map[string]any
		_ = json.Unmarshal(rec.Body.Bytes(), &got)
		fmt.Println(rec.Code, got)
	}
	close(a.billing)
	fmt.Println(<-done)
	a.audits.Wait()
	fmt.Println(auditLog)
}
