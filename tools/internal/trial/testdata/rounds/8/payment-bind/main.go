// truth: correct
package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
)

type charge struct {
	Account string `json:"account"`
	Cents   int64  `json:"cents"`
	Items   []struct {
		SKU string `json:"sku"`
	} `json:"items"`
}

type gateway struct {
	charges rcpool.Pool[charge]
	audited atomic.Int64
	ledger  chan rcpool.Ref[charge]
}

func (g *gateway) audit(c *charge) { g.audited.Add(c.Cents) }

func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c, ok := rchttp.Bind(w, r, &g.charges, 4<<10)
	if !ok {
		return
	}
	defer c.Release()
	if c.Value().Cents <= 0 {
		http.Error(w, "amount", http.StatusUnprocessableEntity)
		return
	}
	c.Go(g.audit)
	entry := c.Retain()
	select {
	case g.ledger <- entry:
		fmt.Fprintf(w, "charged %s", c.Value().Account)
	case <-r.Context().Done():
		entry.Release()
		http.Error(w, "gone", 499)
	}
}

func (g *gateway) settle(done chan<- int64) {
	var total int64
	for c := range g.ledger {
		total += c.Value().Cents
		c.Release()
	}
	done <- total
}

func main() {
	g := &gateway{ledger: make(chan rcpool.Ref[charge])}
	g.charges.Name = "charges"
	done := make(chan int64)
	go g.settle(done)
	for _, body := range []string{
		`{"account":"a1","cents":250,"items":[{"sku":"x"}]}`,
		`{"account":"a2","cents":0}`,
		`{"account":`,
		`{"account":"a3","cents":750}`,
	} {
		r := httptest.NewRequest("POST", "/charge", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		g.ServeHTTP(w, r)
		fmt.Println(w.Code, w.Body.String())
	}
	close(g.ledger)
	total := <-done
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	fmt.Println(g.charges.Drain(ctx), total, g.audited.Load())
}
