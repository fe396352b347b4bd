// truth: correct
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
)

type Offer struct {
	Hotel string
	Cents int
}

type Search struct {
	City   string
	Offers []Offer
}

func (s *Search) Reset() {
	s.City = ""
	clear(s.Offers)
	s.Offers = s.Offers[:0]
}

var searches = &rcpool.Pool[Search]{Name: "search"}

type app struct {
	audit    sync.WaitGroup
	mu       sync.Mutex
	searched []string
}

func (a *app) find(w http.ResponseWriter, r *http.Request, s rchttp.Scope) {
	search := rchttp.Borrow(s, searches)
	v := search.Value()
	v.City = r.FormValue("city")
	if v.City == "" {
		http.Error(w, "city?", http.StatusBadRequest)
		return
	}
	for i := range 3 {
		v.Offers = append(v.Offers, Offer{fmt.Sprintf("%s inn %d", v.City, i), 9000 + i*500})
	}
	a.audit.Add(1)
	search.Go(a.record)
	for _, o := range v.Offers {
		fmt.Fprintln(w, o.Hotel, o.Cents)
	}
}

func (a *app) record(s *Search) {
	defer a.audit.Done()
	time.Sleep(time.Millisecond)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.searched = append(a.searched, strings.Clone(s.City))
}

// cheapest adopts what a helper got.
func (a *app) cheapest(w http.ResponseWriter, r *http.Request) {
	s := rchttp.ScopeOf(r.Context())
	b := rchttp.Adopt(s, load(r.FormValue("city")))
	min := slices.MinFunc(b.Value().Offers, func(x, y Offer) int { return x.Cents - y.Cents })
	fmt.Fprintln(w, min.Hotel)
}

func load(city string) rcpool.Ref[Search] {
	ref := searches.Get()
	ref.Value().City = city
	ref.Value().Offers = append(ref.Value().Offers, Offer{city + " ritz", 30000}, Offer{city + " hostel", 2000})
	return ref
}

func main() {
	a := new(app)
	mux := http.NewServeMux()
	mux.Handle("/find", rchttp.ScopeHandler(a.find))
	mux.Handle("/cheapest", rchttp.Scoped(http.HandlerFunc(a.cheapest)))
	for _, url := range []string{"/find?city=oslo", "/find", "/cheapest?city=riga", "/find?city=bonn"} {
		rec := httptest.NewRecorder()
		mux.ServeHTTP(rec, httptest.NewRequest("GET", url, nil))
		fmt.Println(rec.Code, rec.Body.Len())
	}
	a.audit.Wait()
	fmt.Println(len(a.searched))
}
