// truth: correct

// Command orderintake accepts insertion orders and books them in the background.
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
	Account string `json:"account"`
	Lines   []Line `json:"lines"`
}

type Line struct {
	SKU string `json:"sku"`
	Qty int    `json:"qty"`
}

func (o *Order) Reset() {
	clear(o.Lines)
	o.Account, o.Lines = "", o.Lines[:0]
}

var orders = rcpool.Pool[Order]{Name: "orders"}

type ledger struct {
	mu    sync.Mutex
	units map[string]int
}

func (l *ledger) book(o *Order) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, line := range o.Lines {
		l.units[strings.Clone(o.Account)+"/"+line.SKU] += line.Qty
	}
}

type intake struct {
	ledger
	work    chan rcpool.Ref[Order]
	workers sync.WaitGroup
}

func start(n, depth int) *intake {
	in := &intake{work: make(chan rcpool.Ref[Order], depth)}
	in.units = make(map[string]int)
	for range n {
		in.workers.Go(func() {
			for o := range in.work {
				in.book(o.Value())
				o.Release()
			}
		})
	}
	return in
}

func (in *intake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	order, ok := rchttp.Bind(w, r, &orders, 4<<10)
	if !ok {
		return
	}
	defer rcpool.Drop(&order)
	if len(order.Value().Lines) == 0 {
		http.Error(w, "empty order", http.StatusUnprocessableEntity)
		return
	}
	reply := map[string]any{"account": order.Value().Account, "lines": len(order.Value().Lines)}
	select {
	case in.work <- order:
		order = rcpool.Ref[Order]{}
	case <-r.Context().Done():
		http.Error(w, "timeout", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusAccepted)
	json.NewEncoder(w).Encode(reply)
}

func (in *intake) stop() {
	close(in.work)
	in.workers.Wait()
}

func main() {
	in := start(2, 1)
	bodies := []string{
		`{"account":"acme","lines":[{"sku":"a","qty":2},{"sku":"b","qty":1}]}`,
		`{"account":"acme","lines":[{"sku":"a","qty":5}]}`,
		`{"account":"none"}`,
		`{"account":`,
	}
	for _, b := range bodies {
		req := httptest.NewRequest("POST", "/orders", strings.NewReader(b))
		req.Header.Set("Content-Type", "application/json")
		rec := httptest.NewRecorder()
		in.ServeHTTP(rec, req)
		fmt.Println(rec.Code, strings.TrimSpace(rec.Body.String()))
	}
	in.stop()
	fmt.Println(in.units)
	check()
}
