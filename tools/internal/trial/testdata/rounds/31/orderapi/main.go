// truth: correct

// Command orderapi accepts orders as JSON and prices them.
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

type line struct {
	SKU string `json:"sku"`
	Qty int    `json:"qty"`
}

type order struct {
	Customer string `json:"customer"`
	Lines    []line `json:"lines"`
}

func (o *order) Reset() {
	o.Customer = ""
	clear(o.Lines)
	o.Lines = o.Lines[:0]
}

type quote struct {
	Customer string
	Total    int
	Notes    []string
}

func (q *quote) Reset() {
	q.Customer, q.Total = "", 0
	clear(q.Notes)
	q.Notes = q.Notes[:0]
}

type api struct {
	orders rcpool.Pool[order]
	quotes rcpool.Pool[quote]
	prices map[string]int
	audit  chan rcpool.Ref[quote]
}

func (a *api) price(q *quote, o *order) bool {
	q.Customer = o.Customer
	for _, l := range o.Lines {
		p, ok := a.prices[l.SKU]
		if !ok {
			return false
		}
		if l.Qty > 10 {
			q.Notes = append(q.Notes, "bulk "+l.SKU)
		}
		q.Total += p * l.Qty
	}
	return true
}

func (a *api) create(w http.ResponseWriter, r *http.Request, s rchttp.Scope) {
	ref, ok := rchttp.Bind(w, r, &a.orders, 16<<10)
	if !ok {
		return
	}
	o := rchttp.Adopt(s, ref)
	q := rchttp.Borrow(s, &a.quotes)
	if !a.price(q.Value(), o.Value()) {
		http.Error(w, "unknown sku", http.StatusUnprocessableEntity)
		return
	}
	body, err := stdpool.EncodeJSON(q.Value())
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer body.Release()
	entry := q.Retain()
	select {
	case a.audit <- entry:
	case <-r.Context().Done():
		entry.Release()
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(body.Value().Bytes())
}

func (a *api) auditor(done *sync.WaitGroup, total *int) {
	defer done.Done()
	for q := range a.audit {
		*total += q.Value().Total
		q.Release()
	}
}

func post(client *http.Client, url, body string) (string, error) {
	resp, err := client.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	var q quote
	if resp.StatusCode != http.StatusOK {
		return resp.Status, nil
	}
	err = json.NewDecoder(resp.Body).Decode(&q)
	return fmt.Sprint(q.Customer, " ", q.Total, " ", q.Notes), err
}

func main() {
	a := &api{
		prices: map[string]int{"bolt": 3, "nut": 2},
		audit:  make(chan rcpool.Ref[quote], 2),
	}
	var done sync.WaitGroup
	var total int
	done.Add(1)
	go a.auditor(&done, &total)

	server := httptest.NewServer(rchttp.ScopeHandler(a.create))
	for _, body := range []string{
		`{"customer":"acme","lines":[{"sku":"bolt","qty":12},{"sku":"nut","qty":1}]}`,
		`{"customer":"acme","lines":[{"sku":"gear","qty":1}]}`,
		`{"customer":`,
	} {
		answer, err := post(server.Client(), server.URL, body)
		fmt.Println(answer, err)
	}
	server.Close()
	close(a.audit)
	done.Wait()
	fmt.Println("audited", total)
}
