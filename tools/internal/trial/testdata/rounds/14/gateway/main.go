// truth: correct

// Command gateway accepts orders over HTTP and audits them after the answer.
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
	"github.com/rcpool/rcpool/stdpool"
)

type order struct {
	ID    string   `json:"id"`
	Items []string `json:"items"`
}

func (o *order) Reset() {
	clear(o.Items)
	*o = order{Items: o.Items[:0]}
}

type answer struct {
	Status string `json:"status"`
	Count  int    `json:"count"`
}

var (
	orders  = rcpool.Pool[order]{Name: "orders"}
	answers = rcpool.Pool[answer]{Name: "answers"}
)

type gateway struct {
	wg    sync.WaitGroup
	mu    sync.Mutex
	audit []string
}

func (g *gateway) record(o *order) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.audit = append(g.audit, fmt.Sprintf("%s:%d", o.ID, len(o.Items)))
}

func (g *gateway) create(w http.ResponseWriter, r *http.Request, s rchttp.Scope) {
	ref, ok := rchttp.Bind(w, r, &orders, 1<<10)
	if !ok {
		return
	}
	o := rchttp.Adopt(s, ref)
	if len(o.Value().Items) == 0 {
		http.Error(w, "no items", http.StatusUnprocessableEntity)
		return
	}
	g.wg.Add(1)
	o.Go(func(o *order) {
		defer g.wg.Done()
		g.record(o)
	})
	a := rchttp.Borrow(s, &answers)
	a.Value().Status = "accepted"
	a.Value().Count = len(o.Value().Items)
	body, err := stdpool.EncodeJSON(a.Value())
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer body.Release()
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusAccepted)
	w.Write(body.Value().Bytes())
}

func main() {
	g := &gateway{}
	mux := http.NewServeMux()
	mux.Handle("POST /orders", rchttp.ScopeHandler(g.create))
	for _, body := range []string{
		`{"id":"a","items":["x","y"]}`,
		`{"id":"b"}`,
		`{"id":`,
		`{"id":"c","items":["z"]}`,
	} {
		r := httptest.NewRequest("POST", "/orders", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		var a answer
		err := json.Unmarshal(w.Body.Bytes(), &a)
		fmt.Println(w.Code, a, err == nil)
	}
	g.wg.Wait()
	slices.Sort(g.audit)
	fmt.Println(g.audit)
}
