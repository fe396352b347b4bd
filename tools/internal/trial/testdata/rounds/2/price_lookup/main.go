// truth: leak line 59 callee
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"

	"github.com/rcpool/rcpool"
)

type Price struct {
	SKU    string
	Cents  int
	Hidden bool
}

var prices = rcpool.Pool[Price]{Name: "prices"}

type catalog struct {
	mu    sync.Mutex
	bySKU map[string]rcpool.Ref[Price]
}

func (c *catalog) set(sku string, cents int, hidden bool) {
	p := prices.Get()
	*p.Value() = Price{SKU: sku, Cents: cents, Hidden: hidden}
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, ok := c.bySKU[sku]; ok {
		old.Release()
	}
	c.bySKU[sku] = p
}

// find returns the price with a reference for the caller.
func (c *catalog) find(sku string) (rcpool.Ref[Price], bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p, ok := c.bySKU[sku]
	if !ok {
		return rcpool.Ref[Price]{}, false
	}
	return p.Retain(), true
}

func (c *catalog) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for sku, p := range c.bySKU {
		p.Release()
		delete(c.bySKU, sku)
	}
}

func (c *catalog) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	price, ok := c.find(r.PathValue("sku"))
	if !ok {
		http.NotFound(w, r)
		return
	}
	quantity := 1
	if q := r.URL.Query().Get("n"); q != "" {
		n, err := strconv.Atoi(q)
		if err != nil || n < 1 {
			price.Release()
			http.Error(w, "bad quantity", http.StatusBadRequest)
			return
		}
		quantity = n
	}
	if price.Value().Hidden && r.Header.Get("Authorization") == "" {
		http.Error(w, "log in to see this price", http.StatusUnauthorized)
		return
	}
	defer price.Release()
	fmt.Fprint(w, price.Value().Cents*quantity)
}

func main() {
	c := &catalog{bySKU: map[string]rcpool.Ref[Price]{}}
	c.set("tea", 250, false)
	c.set("tea", 270, false)
	c.set("gold", 99900, true)
	mux := http.NewServeMux()
	mux.Handle("GET /price/{sku}", c)
	for _, path := range []string{"tea", "tea?n=3", "tea?n=x", "gold", "milk"} {
		rec := httptest.NewRecorder()
		mux.ServeHTTP(rec, httptest.NewRequest("GET", "/price/"+path, nil))
		fmt.Println(path, rec.Code, rec.Body.Len())
	}
	c.close()
	fmt.Println("open leases:", prices.Stats().InUse)
}
