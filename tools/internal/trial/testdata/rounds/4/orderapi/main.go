// truth: correct

// Orderapi takes orders as JSON, answers with a receipt and audits in the
// background.
package main

import (
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
	Cents int    `json:"cents"`
}

type Order struct {
	ID    string `json:"id"`
	Items []Item `json:"items"`
}

func (o *Order) Reset() {
	clear(o.Items)
	*o = Order{Items: o.Items[:0]}
}

type Receipt struct {
	Lines []string
	Total int
}

func (r *Receipt) Reset() {
	clear(r.Lines)
	*r = Receipt{Lines: r.Lines[:0]}
}

var (
	orders   = rcpool.Pool[Order]{Name: "orders"}
	receipts = rcpool.Pool[Receipt]{Name: "receipts"}
)

type auditor struct {
	queue   chan rcpool.Ref[Order]
	done    sync.WaitGroup
	cents   atomic.Int64
	dropped atomic.Int64
}

func (a *auditor) start(workers int) {
	for range workers {
		a.done.Go(func() {
			for ref := range a.queue {
				a.audit(ref)
			}
		})
	}
}

func (a *auditor) audit(ref rcpool.Ref[Order]) {
	defer ref.Release()
	for _, item := range ref.Value().Items {
		a.cents.Add(int64(item.Cents))
	}
}

// offer gives the auditor a reference of its own, if it has room.
func (a *auditor) offer(order rchttp.Borrowed[Order]) {
	own := order.Retain()
	select {
	case a.queue <- own:
	default:
		own.Release()
		a.dropped.Add(1)
	}
}

func (a *auditor) create(w http.ResponseWriter, r *http.Request, s rchttp.Scope) {
	ref, ok := rchttp.Bind(w, r, &orders, 4<<10)
	if !ok {
		return
	}
	order := rchttp.Adopt(s, ref)
	if len(order.Value().Items) == 0 {
		http.Error(w, "empty order", http.StatusUnprocessableEntity)
		return
	}
	receipt := rchttp.Borrow(s, &receipts).Value()
	for _, item := range order.Value().Items {
		receipt.Lines = append(receipt.Lines, fmt.Sprintf("%s %d", item.SKU, item.Cents))
		receipt.Total += item.Cents
	}
	a.offer(order)
	fmt.Fprintf(w, "%s\n%s\ntotal %d\n", order.Value().ID, strings.Join(receipt.Lines, "\n"), receipt.Total)
}

func main() {
	a := &auditor{queue: make(chan rcpool.Ref[Order], 2)}
	a.start(2)
	mux := http.NewServeMux()
	mux.Handle("POST /orders", rchttp.ScopeHandler(a.create))
	for i, body := range []string{
		`{"id":"a1","items":[{"sku":"pen","cents":120},{"sku":"ink","cents":480}]}`,
		`{"id":"a2","items":[]}`,
		`{"id":`,
		`{"id":"a3","items":[{"sku":"pad","cents":350}]}`,
	} {
		r := httptest.NewRequest("POST", "/orders", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		fmt.Println(i, w.Code, len(w.Body.String()))
	}
	close(a.queue)
	a.done.Wait()
	fmt.Println("audited", a.cents.Load(), "dropped", a.dropped.Load())
}
