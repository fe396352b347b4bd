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
)

type Line struct {
	SKU string `json:"sku"`
	Qty int    `json:"qty"`
}

type Order struct {
	Buyer string `json:"buyer"`
	Lines []Line `json:"lines"`
}

func (o *Order) Reset() {
	clear(o.Lines)
	o.Buyer, o.Lines = "", o.Lines[:0]
}

var orders = rcpool.Pool[Order]{Name: "orders"}

type intake struct {
	queue chan rcpool.Ref[Order]
	wg    sync.WaitGroup
	mu    sync.Mutex
	stock map[string]int
}

func newIntake(workers, backlog int) *intake {
	in := &intake{queue: make(chan rcpool.Ref[Order], backlog), stock: map[string]int{"mug": 10, "pen": 50}}
	for range workers {
		in.wg.Add(1)
		go in.work()
	}
	return in
}

func (in *intake) work() {
	defer in.wg.Done()
	for o := range in.queue {
		in.book(o.Value())
		o.Release()
	}
}

func (in *intake) book(o *Order) {
	in.mu.Lock()
	defer in.mu.Unlock()
	for _, l := range o.Lines {
		in.stock[l.SKU] -= l.Qty
	}
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
	buyer := order.Value().Buyer
	select {
	case in.queue <- order:
		order = rcpool.Ref[Order]{}
	default:
		http.Error(w, "busy", http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintf(w, "accepted for %s", buyer)
}

func (in *intake) Close() {
	close(in.queue)
	in.wg.Wait()
}

func main() {
	in := newIntake(2, 8)
	for _, body := range []string{
		`{"buyer":"ann","lines":[{"sku":"mug","qty":2},{"sku":"pen","qty":1}]}`,
		`{"buyer":"bob","lines":[]}`,
		`{"buyer":`,
		`{"buyer":"cy","lines":[{"sku":"pen","qty":4}]}`,
	} {
		r := httptest.NewRequest("POST", "/orders", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		rec := httptest.NewRecorder()
		in.ServeHTTP(rec, r)
		fmt.Println(rec.Code)
	}
	in.Close()
	fmt.Println(in.stock["mug"], in.stock["pen"])
}
