// truth: correct
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
	"github.com/rcpool/rcpool/stdpool"
)

type Item struct {
	SKU string `json:"sku"`
	Qty int    `json:"qty"`
}

type Order struct {
	Customer string `json:"customer"`
	Items    []Item `json:"items"`
	total    int
}

func (o *Order) Reset() {
	clear(o.Items)
	*o = Order{Items: o.Items[:0]}
}

var orders = rcpool.Pool[Order]{Name: "orders"}

type shop struct {
	mu     sync.Mutex
	prices map[string]int
	open   map[int]rcpool.Ref[Order] // accepted, not yet shipped
	next   int
}

func (s *shop) create(w http.ResponseWriter, r *http.Request) {
	order, ok := rchttp.Bind(w, r, &orders, 4<<10)
	if !ok {
		return
	}
	defer rcpool.Drop(&order)
	o := order.Value()
	for _, it := range o.Items {
		p, ok := s.prices[it.SKU]
		if !ok || it.Qty <= 0 {
			http.Error(w, "cannot sell "+it.SKU, http.StatusUnprocessableEntity)
			return
		}
		o.total += p * it.Qty
	}
	answer, err := stdpool.EncodeJSON(map[string]int{"total": o.total})
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer answer.Release()
	s.mu.Lock()
	s.next++
	s.open[s.next] = rcpool.Move(&order)
	s.mu.Unlock()
	w.WriteHeader(http.StatusCreated)
	w.Write(answer.Value().Bytes())
}

// ship removes an order; false if there is none.
func (s *shop) ship(id int) (string, bool) {
	s.mu.Lock()
	order, ok := s.open[id]
	delete(s.open, id)
	s.mu.Unlock()
	if !ok {
		return "", false
	}
	defer order.Release()
	o := order.Value()
	return fmt.Sprintf("%s: %d items, %d", o.Customer, len(o.Items), o.total), true
}

func (s *shop) shutdown() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for id, order := range s.open {
		delete(s.open, id)
		order.Release()
		n++
	}
	return n
}

func main() {
	s := &shop{prices: map[string]int{"disk": 99, "fan": 15}, open: map[int]rcpool.Ref[Order]{}}
	for _, body := range []string{
		`{"customer":"ada","items":[{"sku":"disk","qty":2}]}`,
		`{"customer":"bob","items":[{"sku":"fan","qty":1},{"sku":"gpu","qty":1}]}`,
		`{"customer":`,
		`{"customer":"cyd","items":[{"sku":"fan","qty":3},{"sku":"disk","qty":1}]}`,
	} {
		r := httptest.NewRequest("POST", "/orders", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		s.create(w, r)
		fmt.Println(w.Code, strings.TrimSpace(w.Body.String()))
	}
	fmt.Println(s.ship(1))
	fmt.Println(s.ship(1))
	fmt.Println(s.shutdown())
}
