// truth: correct

// Command ordersapi accepts orders over HTTP and audits them in the background.
package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
	"github.com/rcpool/rcpool/stdpool"
)

type Order struct {
	Customer string   `json:"customer"`
	Items    []string `json:"items"`
	Express  bool     `json:"express"`
}

type server struct {
	orders  rcpool.Pool[Order]
	scratch rcpool.Pool[bytes.Buffer]
	audits  sync.WaitGroup
	mu      sync.Mutex
	trail   []string
}

func (s *server) audit(o *Order) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trail = append(s.trail, fmt.Sprintf("%s:%d", o.Customer, len(o.Items)))
}

func (s *server) create(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) {
	ref, ok := rchttp.Bind(w, r, &s.orders, 1<<10)
	if !ok {
		return
	}
	order := rchttp.Adopt(scope, ref)
	if len(order.Value().Items) == 0 {
		http.Error(w, "empty order", http.StatusUnprocessableEntity)
		return
	}
	s.audits.Go(order.Hold(s.audit))
	page := rchttp.Borrow(scope, &s.scratch).Value()
	s.receipt(page, order.Value())
	w.WriteHeader(http.StatusCreated)
	_, _ = page.WriteTo(w)
}

func (s *server) receipt(page *bytes.Buffer, o *Order) {
	fmt.Fprintf(page, "thanks %s:", o.Customer)
	for i, item := range o.Items {
		if i > 0 {
			page.WriteByte(',')
		}
		page.WriteString(item)
	}
	if o.Express {
		page.WriteString(" (express)")
	}
}

func (s *server) quote(w http.ResponseWriter, r *http.Request) {
	ref, err := rchttp.Decode(w, r, &s.orders, 0)
	if err != nil {
		http.Error(w, "bad quote", http.StatusBadRequest)
		return
	}
	defer ref.Release()
	body, err := stdpool.EncodeJSON(map[string]int{"price": 7 * len(ref.Value().Items)})
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer body.Release()
	_, _ = w.Write(body.Value().Bytes())
}

func (s *server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("POST /orders", rchttp.ScopeHandler(s.create))
	mux.HandleFunc("POST /quotes", s.quote)
	return mux
}

func main() {
	s := &server{}
	h := s.routes()
	for _, c := range [][2]string{
		{"/orders", `{"customer":"ann","items":["tea","rice"],"express":true}`},
		{"/orders", `{"customer":"bob"}`},
		{"/orders", `{"customer":`},
		{"/quotes", `{"items":["a","b","c"]}`},
		{"/quotes", `[]`},
	} {
		req := httptest.NewRequest("POST", c[0], strings.NewReader(c[1]))
		req.Header.Set("Content-Type", "application/json")
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, req)
		fmt.Println(rec.Code, strings.TrimSpace(rec.Body.String()))
	}
	s.audits.Wait()
	fmt.Println(s.trail)
}
