// truth: correct

package main

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
)

type Item struct {
	SKU   string `json:"sku"`
	Count int    `json:"count"`
}

type Order struct {
	ID    string `json:"id"`
	Items []Item `json:"items"`
	Total int    `json:"-"`
}

func (o *Order) Reset() {
	clear(o.Items)
	o.ID, o.Items, o.Total = "", o.Items[:0], 0
}

type server struct {
	orders  rcpool.Pool[Order]
	audit   chan rcpool.Ref[Order]
	done    sync.WaitGroup
	dropped atomic.Int64
	audited atomic.Int64
}

func newServer(backlog int) *server {
	s := &server{audit: make(chan rcpool.Ref[Order], backlog)}
	s.orders.Name = "orders"
	return s
}

func (s *server) auditLoop() {
	defer s.done.Done()
	for order := range s.audit {
		if order.Value().Total > 0 {
			s.audited.Add(1)
		}
		order.Release()
	}
}

var errEmpty = errors.New("order has no items")

func price(o *Order) error {
	if len(o.Items) == 0 {
		return errEmpty
	}
	for _, item := range o.Items {
		o.Total += item.Count * 7
	}
	return nil
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	order, ok := rchttp.Bind(w, r, &s.orders, 4<<10)
	if !ok {
		return
	}
	defer order.Release()
	if err := price(order.Value()); err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	forAudit := order.Retain()
	select {
	case s.audit <- forAudit:
	default:
		forAudit.Release()
		s.dropped.Add(1)
	}
	fmt.Fprintf(w, "%s costs %d", order.Value().ID, order.Value().Total)
}

func (s *server) shutdown() {
	close(s.audit)
	s.done.Wait()
}

func main() {
	s := newServer(2)
	bodies := []string{
		`{"id":"a","items":[{"sku":"x","count":2}]}`,
		`{"id":"b","items":[]}`,
		`{"id":`,
		`{"id":"c","items":[{"sku":"y","count":1},{"sku":"z","count":4}]}`,
		`{"id":"d","items":[{"sku":"y","count":3}]}`,
	}
	for _, body := range bodies {
		r := httptest.NewRequest("POST", "/orders", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		fmt.Println(w.Code, strings.TrimSpace(w.Body.String()))
	}
	s.done.Add(1)
	go s.auditLoop()
	s.shutdown()
	fmt.Println("audited", s.audited.Load(), "dropped", s.dropped.Load())
}
