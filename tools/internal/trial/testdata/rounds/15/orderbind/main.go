// truth: correct
package main

import (
	"errors"
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
	Customer string   `json:"customer"`
	SKUs     []string `json:"skus"`
	total    int
}

func (o *order) Reset() {
	clear(o.SKUs)
	*o = order{SKUs: o.SKUs[:0]}
}

var orders = rcpool.Pool[order]{Name: "orders"}

type api struct {
	audits sync.WaitGroup
	mu     sync.Mutex
	trail  []string
}

var errEmpty = errors.New("no items")

func price(o *order) error {
	if len(o.SKUs) == 0 {
		return errEmpty
	}
	for _, s := range o.SKUs {
		o.total += len(s) * 10
	}
	return nil
}

func (a *api) audit(o *order) {
	defer a.audits.Done()
	line := strings.Join(o.SKUs, "+") + " for " + o.Customer
	a.mu.Lock()
	a.trail = append(a.trail, line)
	a.mu.Unlock()
}

func (a *api) create(w http.ResponseWriter, r *http.Request) {
	o, ok := rchttp.Bind(w, r, &orders, 4<<10)
	if !ok {
		return
	}
	defer o.Release()
	if err := price(o.Value()); err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	a.audits.Add(1)
	o.Go(a.audit)
	answer, err := stdpool.EncodeJSON(map[string]any{"customer": o.Value().Customer, "total": o.Value().total})
	if err != nil {
		http.Error(w, "encoding", http.StatusInternalServerError)
		return
	}
	defer answer.Release()
	w.Header().Set("Content-Type", "application/json")
	w.Write(answer.Value().Bytes())
}

func main() {
	a := &api{}
	for _, body := range []string{
		`{"customer":"ann","skus":["tea","milk"]}`,
		`{"customer":"bob","skus":[]}`,
		`{"customer":`,
		`{"customer":"cid","skus":["bread"]}`,
	} {
		r := httptest.NewRequest("POST", "/orders", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		a.create(w, r)
		fmt.Println(w.Code, strings.TrimSpace(w.Body.String()))
	}
	a.audits.Wait()
	fmt.Println(len(a.trail))
}
