// truth: correct
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
	"github.com/rcpool/rcpool/stdpool"
)

type Order struct {
	Customer string `json:"customer"`
	Items    []Item `json:"items"`
}

type Item struct {
	SKU   string `json:"sku"`
	Count int    `json:"count"`
}

type Totals struct{ Items, Lines int }

var (
	orders = rcpool.Pool[Order]{Reset: func(o *Order) {
		clear(o.Items)
		*o = Order{Items: o.Items[:0]}
	}}
	totals rcpool.Pool[Totals]
)

func create(w http.ResponseWriter, r *http.Request, s rchttp.Scope) {
	ref, ok := rchttp.Bind(w, r, &orders, 4<<10)
	if !ok {
		return
	}
	order := rchttp.Adopt(s, ref).Value()
	sum := rchttp.Borrow(s, &totals).Value()
	for _, item := range order.Items {
		if item.Count <= 0 {
			http.Error(w, "count of "+item.SKU, http.StatusUnprocessableEntity)
			return
		}
		sum.Items += item.Count
		sum.Lines++
	}
	answer, err := stdpool.EncodeJSON(sum)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	body := rchttp.Adopt(s, answer)
	w.Header().Set("Content-Type", "application/json")
	w.Write(body.Value().Bytes())
}

func main() {
	mux := http.NewServeMux()
	mux.Handle("POST /orders", rchttp.ScopeHandler(create))
	for _, body := range []string{
		`{"customer":"ann","items":[{"sku":"a","count":2},{"sku":"b","count":3}]}`,
		`{"customer":"bob","items":[{"sku":"z","count":0}]}`,
		`{"customer":`,
	} {
		r := httptest.NewRequest("POST", "/orders", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		fmt.Println(w.Code, strings.TrimSpace(w.Body.String()))
	}
}
