// truth: correct

// Command orderapi takes orders over HTTP and audits them after the answer.
package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
	"github.com/rcpool/rcpool/stdpool"
)

type Line struct {
	SKU   string `json:"sku"`
	Count int    `json:"count"`
}

type Order struct {
	Customer string `json:"customer"`
	Lines    []Line `json:"lines"`
}

func (o *Order) Reset() {
	o.Customer = ""
	clear(o.Lines)
	o.Lines = o.Lines[:0]
}

type server struct {
	orders  rcpool.Pool[Order]
	audit   chan rcpool.Ref[Order]
	stopped chan struct{}

	mu     sync.Mutex
	totals map[string]int
}

func newServer() *server {
	s := &server{
		audit:   make(chan rcpool.Ref[Order], 8),
		stopped: make(chan struct{}),
		totals:  map[string]int{},
	}
	s.orders.Name = "orders"
	go s.auditLoop()
	return s
}

func (s *server) auditLoop() {
	defer close(s.stopped)
	for order := range s.audit {
		s.count(order.Value())
		order.Release()
	}
}

func (s *server) count(o *Order) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range o.Lines {
		s.totals[l.SKU] += l.Count
	}
}

func (s *server) create(w http.ResponseWriter, r *http.Request) {
	order, ok := rchttp.Bind(w, r, &s.orders, 16<<10)
	if !ok {
		return
	}
	defer rcpool.Drop(&order)
	v := order.Value()
	if v.Customer == "" || len(v.Lines) == 0 {
		http.Error(w, "incomplete order", http.StatusUnprocessableEntity)
		return
	}
	answer, err := stdpool.EncodeJSON(map[string]any{"customer": v.Customer, "lines": len(v.Lines)})
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer answer.Release()
	select {
	case s.audit <- order:
		order = rcpool.Ref[Order]{}
	case <-r.Context().Done():
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	_, _ = answer.Value().WriteTo(w)
}

func (s *server) close(ctx context.Context) error {
	close(s.audit)
	select {
	case <-s.stopped:
		return s.orders.Drain(ctx)
	case <-ctx.Done():
		return ctx.Err()
	}
}

func post(url, body string) (int, string) {
	resp, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(resp.Body)
	return resp.StatusCode, strings.TrimSpace(string(text))
}

func main() {
	s := newServer()
	mux := http.NewServeMux()
	mux.HandleFunc("POST /orders", s.create)
	web := httptest.NewServer(mux)
	for _, body := range []string{
		`{"customer":"ada","lines":[{"sku":"bolt","count":4},{"sku":"nut","count":8}]}`,
		`{"customer":"","lines":[]}`,
		`{"customer":`,
		`{"customer":"bob","lines":[{"sku":"bolt","count":1}]}`,
	} {
		fmt.Println(post(web.URL+"/orders", body))
	}
	web.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := s.close(ctx); err != nil {
		panic(err)
	}
	fmt.Println(s.totals)
}
