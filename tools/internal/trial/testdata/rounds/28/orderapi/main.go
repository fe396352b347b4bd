// truth: correct

// Command orderapi accepts orders over HTTP, answers with a price and writes an
// audit trail after the answer was sent.
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
)

type Line struct {
	SKU string `json:"sku"`
	Qty int    `json:"qty"`
}

type Order struct {
	Customer string `json:"customer"`
	Lines    []Line `json:"lines"`
	Express  bool   `json:"express"`
}

func (o *Order) Reset() {
	clear(o.Lines)
	*o = Order{Lines: o.Lines[:0]}
}

type Quote struct {
	Total int  `json:"total"`
	Fast  bool `json:"fast"`
}

type auditor struct {
	entries chan rcpool.Ref[Order]
	wg      sync.WaitGroup
	mu      sync.Mutex
	trail   []string
}

func newAuditor() *auditor {
	a := &auditor{entries: make(chan rcpool.Ref[Order], 4)}
	a.wg.Go(a.run)
	return a
}

func (a *auditor) run() {
	for order := range a.entries {
		line := fmt.Sprintf("%s: %d lines", order.Value().Customer, len(order.Value().Lines))
		order.Release()
		a.mu.Lock()
		a.trail = append(a.trail, line)
		a.mu.Unlock()
	}
}

// record retains the order if there is room in the queue.
func (a *auditor) record(order *rcpool.Ref[Order]) bool {
	own := order.Retain()
	select {
	case a.entries <- own:
		return true
	default:
		own.Release()
		return false
	}
}

func (a *auditor) close() []string {
	close(a.entries)
	a.wg.Wait()
	return a.trail
}

type API struct {
	orders rcpool.Pool[Order]
	quotes rcpool.Pool[Quote]
	prices map[string]int
	audit  *auditor
}

func (api *API) price(o *Order, q *Quote) error {
	for _, l := range o.Lines {
		unit, ok := api.prices[l.SKU]
		if !ok {
			return fmt.Errorf("unknown sku %q", l.SKU)
		}
		q.Total += unit * l.Qty
	}
	if q.Fast = o.Express; q.Fast {
		q.Total += 500
	}
	return nil
}

func (api *API) create(w http.ResponseWriter, r *http.Request, s rchttp.Scope) {
	order, ok := rchttp.Bind(w, r, &api.orders, 16<<10)
	if !ok {
		return
	}
	defer order.Release()
	quote := rchttp.Borrow(s, &api.quotes)
	if err := api.price(order.Value(), quote.Value()); err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	if !api.audit.record(&order) {
		w.Header().Set("X-Audit", "dropped")
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(quote.Value())
}

func main() {
	api := &API{prices: map[string]int{"bolt": 3, "nut": 2}, audit: newAuditor()}
	mux := http.NewServeMux()
	mux.Handle("POST /orders", rchttp.ScopeHandler(api.create))
	for _, body := range []string{
		`{"customer":"ada","lines":[{"sku":"bolt","qty":10}],"express":true}`,
		`{"customer":"bob","lines":[{"sku":"gear","qty":1}]}`,
		`{"customer":`,
		`{"customer":"eve","lines":[{"sku":"nut","qty":7},{"sku":"bolt","qty":1}]}`,
	} {
		req := httptest.NewRequest("POST", "/orders", strings.NewReader(body))
		req.Header.Set("Content-Type", "application/json")
		rec := httptest.NewRecorder()
		mux.ServeHTTP(rec, req)
		fmt.Println(rec.Code, strings.TrimSpace(rec.Body.String()))
	}
	fmt.Println(api.audit.close())
}
