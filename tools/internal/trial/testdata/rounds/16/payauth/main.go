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

type authRequest struct {
	Merchant string   `json:"merchant"`
	Amount   int64    `json:"amount"`
	Items    []string `json:"items"`
}

type decision struct {
	Merchant string
	Approved bool
	Reasons  []string
}

func (d *decision) Reset() {
	clear(d.Reasons)
	*d = decision{Reasons: d.Reasons[:0]}
}

var (
	requests  rcpool.Pool[authRequest]
	decisions = rcpool.Pool[decision]{Name: "decisions"}
)

type gateway struct {
	limit   int64
	audit   chan rcpool.Ref[decision]
	wg      sync.WaitGroup
	mu      sync.Mutex
	volumes map[string]int64
}

func (g *gateway) authorize(w http.ResponseWriter, r *http.Request, s rchttp.Scope) {
	ref, ok := rchttp.Bind(w, r, &requests, 4096)
	if !ok {
		return
	}
	req := rchttp.Adopt(s, ref)
	dec := rchttp.Borrow(s, &decisions)
	g.decide(req.Value(), dec.Value())
	audited := dec.Retain()
	select {
	case g.audit <- audited:
	case <-r.Context().Done():
		audited.Release()
		http.Error(w, "cancelled", http.StatusServiceUnavailable)
		return
	}
	if !dec.Value().Approved {
		http.Error(w, strings.Join(dec.Value().Reasons, "; "), http.StatusPaymentRequired)
		return
	}
	g.wg.Add(1)
	req.Go(func(a *authRequest) {
		defer g.wg.Done()
		g.mu.Lock()
		defer g.mu.Unlock()
		g.volumes[a.Merchant] += a.Amount
	})
	fmt.Fprintln(w, "approved", req.Value().Amount)
}

func (g *gateway) decide(a *authRequest, d *decision) {
	d.Merchant = a.Merchant
	if a.Amount > g.limit {
		d.Reasons = append(d.Reasons, "over the limit")
	}
	if len(a.Items) == 0 {
		d.Reasons = append(d.Reasons, "empty cart")
	}
	d.Approved = len(d.Reasons) == 0
}

func (g *gateway) auditLoop(counts map[bool]int) {
	for d := range g.audit {
		counts[d.Value().Approved]++
		d.Release()
	}
}

func main() {
	g := &gateway{limit: 1000, audit: make(chan rcpool.Ref[decision]), volumes: map[string]int64{}}
	counts := map[bool]int{}
	done := make(chan struct{})
	go func() {
		defer close(done)
		g.auditLoop(counts)
	}()
	h := rchttp.ScopeHandler(g.authorize)
	for _, body := range []string{
		`{"merchant":"shop","amount":10,"items":["tea"]}`,
		`{"merchant":"shop","amount":5000,"items":["car"]}`,
		`{"merchant":"bar","amount":7}`,
		`{"merchant":`,
	} {
		r := httptest.NewRequest("POST", "/auth", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		fmt.Print(w.Code, " ", w.Body.String())
	}
	g.wg.Wait()
	close(g.audit)
	<-done
	fmt.Println(counts[true], counts[false], g.volumes["shop"])
}
