// truth: correct

// Command orderscope is an order service whose handlers use request scopes;
// an audit log keeps some of the objects beyond the request.
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
	Customer string `json:"customer"`
	Items    []item `json:"items"`
}

type item struct {
	SKU   string `json:"sku"`
	Count int    `json:"count"`
	Cents int    `json:"cents"`
}

func (o *order) Reset() {
	clear(o.Items)
	o.Customer, o.Items = "", o.Items[:0]
}

type invoice struct{ Lines, Total int }

type server struct {
	orders   rcpool.Pool[order]
	invoices rcpool.Pool[invoice]
	audit    chan rcpool.Ref[order]
}

func (s *server) create(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) {
	ref, ok := rchttp.Bind(w, r, &s.orders, 0)
	if !ok {
		return
	}
	in := rchttp.Adopt(scope, ref)
	sum := rchttp.Borrow(scope, &s.invoices)
	if err := bill(in.Value(), sum.Value()); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if sum.Value().Total > 10_000 {
		s.audit <- in.Retain()
	}
	body, err := stdpool.EncodeJSON(sum.Value())
	if err != nil {
		http.Error(w, "encoding", http.StatusInternalServerError)
		return
	}
	out := rchttp.Adopt(scope, body)
	w.Write(out.Value().Bytes())
}

func bill(o *order, inv *invoice) error {
	for _, it := range o.Items {
		if it.Count <= 0 {
			return fmt.Errorf("%s: bad count %d", it.SKU, it.Count)
		}
		inv.Lines++
		inv.Total += it.Count * it.Cents
	}
	return nil
}

func (s *server) auditor(seen *[]string) {
	for ref := range s.audit {
		*seen = append(*seen, ref.Value().Customer)
		ref.Release()
	}
}

func main() {
	s := &server{audit: make(chan rcpool.Ref[order], 2)}
	var seen []string
	var wg sync.WaitGroup
	wg.Go(func() { s.auditor(&seen) })
	h := rchttp.ScopeHandler(s.create)
	for _, body := range []string{
		`{"customer":"ann","items":[{"sku":"cup","count":2,"cents":450}]}`,
		`{"customer":"bob","items":[{"sku":"desk","count":1,"cents":45000}]}`,
		`{"customer":"cid","items":[{"sku":"pen","count":0,"cents":100}]}`,
		`{"customer":7}`,
	} {
		req := httptest.NewRequest("POST", "/orders", strings.NewReader(body))
		req.Header.Set("Content-Type", "application/json")
		rr := httptest.NewRecorder()
		h.ServeHTTP(rr, req)
		fmt.Println(rr.Code, json.Valid(rr.Body.Bytes()))
	}
	close(s.audit)
	wg.Wait()
	fmt.Println(seen)
}
