// truth: double-release line 61 callee
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
)

type Invoice struct {
	Number string `json:"number"`
	Cents  int    `json:"cents"`
	Paid   bool   `json:"paid"`
}

type ledger interface {
	Book(inv rcpool.Ref[Invoice]) error
}

// memLedger keeps the totals by number.
type memLedger struct{ totals map[string]int }

// Book takes the invoice over.
func (m *memLedger) Book(inv rcpool.Ref[Invoice]) error {
	defer inv.Release()
	v := inv.Value()
	if v.Cents <= 0 {
		return fmt.Errorf("invoice %s has no amount", v.Number)
	}
	m.totals[v.Number] += v.Cents
	return nil
}

type gateway struct {
	invoices rcpool.Pool[Invoice]
	books    *memLedger
}

func (g *gateway) answer(w http.ResponseWriter, inv *Invoice) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(inv)
}

func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	inv, ok := rchttp.Bind(w, r, &g.invoices, 4<<10)
	if !ok {
		return
	}
	if inv.Value().Paid {
		g.answer(w, inv.Value())
		inv.Release()
		return
	}
	share := inv.Retain()
	if err := g.books.Book(share); err != nil {
		share.Release()
		inv.Release()
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	inv.Value().Paid = true
	g.answer(w, inv.Value())
	inv.Release()
}

func main() {
	g := &gateway{books: &memLedger{totals: map[string]int{}}}
	var _ ledger = g.books
	post := func(body string) {
		defer func() {
			if p := recover(); p != nil {
				fmt.Println("500", strings.SplitN(fmt.Sprint(p), "\n", 2)[0])
			}
		}()
		req := httptest.NewRequest("POST", "/", strings.NewReader(body))
		req.Header.Set("Content-Type", "application/json")
		rec := httptest.NewRecorder()
		g.ServeHTTP(rec, req)
		fmt.Println(rec.Code, strings.TrimSpace(rec.Body.String()))
	}
	post(`{"number":"r1","cents":120}`)
	post(`{"number":"r2","cents":3,"paid":true}`)
	post(`[]`)
	post(`{"number":"r3"}`)
	fmt.Println(g.books.totals)
}
