// truth: correct
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

type Order struct {
	Customer string `json:"customer"`
	Lines    []Line `json:"lines"`
}

type Line struct {
	SKU string `json:"sku"`
	Qty int    `json:"qty"`
}

func (o *Order) Reset() {
	clear(o.Lines)
	*o = Order{Lines: o.Lines[:0]}
}

type Quote struct {
	Total  int      `json:"total"`
	Reason []string `json:"reason"`
}

func (q *Quote) Reset() {
	clear(q.Reason)
	*q = Quote{Reason: q.Reason[:0]}
}

type service struct {
	orders  rcpool.Pool[Order]
	quotes  rcpool.Pool[Quote]
	prices  map[string]int
	pending sync.WaitGroup
	mu      sync.Mutex
	audited map[string]int
}

func (s *service) audit(o *Order) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.audited[o.Customer] += len(o.Lines)
}

func (s *service) price(w http.ResponseWriter, r *http.Request) {
	scope := rchttp.ScopeOf(r.Context())
	bound, ok := rchttp.Bind(w, r, &s.orders, 0)
	if !ok {
		return
	}
	order := rchttp.Adopt(scope, bound)
	quote := rchttp.Borrow(scope, &s.quotes)
	q := quote.Value()
	for _, line := range order.Value().Lines {
		price, ok := s.prices[line.SKU]
		if !ok {
			q.Reason = append(q.Reason, "unknown "+line.SKU)
			continue
		}
		q.Total += price * line.Qty
	}
	s.pending.Add(1)
	order.Go(func(o *Order) {
		defer s.pending.Done()
		s.audit(o)
	})
	if len(q.Reason) > 0 {
		w.WriteHeader(http.StatusUnprocessableEntity)
	}
	json.NewEncoder(w).Encode(q)
}

func main() {
	s := &service{prices: map[string]int{"pen": 3, "ink": 10}, audited: map[string]int{}}
	h := rchttp.Scoped(http.HandlerFunc(s.price))
	for _, body := range []string{
		`{"customer":"a","lines":[{"sku":"pen","qty":2},{"sku":"ink","qty":1}]}`,
		`{"customer":"b","lines":[{"sku":"gum","qty":2}]}`,
		`[]`,
	} {
		r := httptest.NewRequest("POST", "/price", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		fmt.Println(w.Code, strings.TrimSpace(w.Body.String()))
	}
	s.pending.Wait()
	fmt.Println(s.audited)
}
