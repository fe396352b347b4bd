// truth: correct
package main

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
	"github.com/rcpool/rcpool/stdpool"
)

type Route struct {
	Points [][2]float64
	Meters float64
}

func (r *Route) Reset() { r.Points, r.Meters = r.Points[:0], 0 }

var routes = rcpool.Pool[Route]{Name: "routes"}

type stats struct {
	wg     sync.WaitGroup
	mu     sync.Mutex
	points int
	meters float64
}

func (s *stats) count(r *Route) {
	defer s.wg.Done()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.points += len(r.Points)
	s.meters += r.Meters
}

type server struct{ stats stats }

// plan returns a route that the caller owns.
func plan(n int) (rcpool.Ref[Route], error) {
	ref := routes.Get()
	if n < 2 {
		ref.Release()
		return rcpool.Ref[Route]{}, errors.New("a route needs two points")
	}
	r := ref.Value()
	for i := range n {
		r.Points = append(r.Points, [2]float64{float64(i), float64(i * i)})
		r.Meters += float64(i) * 10
	}
	return ref, nil
}

func (s *server) route(w http.ResponseWriter, req *http.Request, scope rchttp.Scope) {
	n, err := strconv.Atoi(req.FormValue("n"))
	if err != nil {
		http.Error(w, "bad n", http.StatusBadRequest)
		return
	}
	ref, err := plan(n)
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	route := rchttp.Adopt(scope, ref)
	s.stats.wg.Add(1)
	route.Go(s.stats.count)
	out := rchttp.Adopt(scope, stdpool.BufioWriter(w))
	for i, p := range route.Value().Points {
		if i > 0 {
			out.Value().WriteByte(' ')
		}
		fmt.Fprintf(out.Value(), "%g,%g", p[0], p[1])
	}
	if err := out.Value().Flush(); err != nil {
		fmt.Println("client is gone:", err)
	}
}

func (s *server) bounds(w http.ResponseWriter, req *http.Request) {
	scope := rchttp.ScopeOf(req.Context())
	hull := rchttp.Borrow(scope, &routes)
	h := hull.Value()
	for _, n := range []int{3, 5} {
		ref, err := plan(n)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		pts := ref.Value().Points
		h.Points = append(h.Points, pts[0], pts[len(pts)-1])
		h.Meters = max(h.Meters, ref.Value().Meters)
		ref.Release()
	}
	fmt.Fprint(w, h.Points, " ", h.Meters)
}

func main() {
	s := &server{}
	mux := http.NewServeMux()
	mux.Handle("/route", rchttp.ScopeHandler(s.route))
	mux.Handle("/bounds", rchttp.Scoped(http.HandlerFunc(s.bounds)))
	for _, url := range []string{"/route?n=3", "/route?n=1", "/route?n=x", "/bounds", "/route?n=2"} {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest("GET", url, nil))
		fmt.Println(url, w.Code, w.Body.String())
	}
	s.stats.wg.Wait()
	fmt.Println(s.stats.points, s.stats.meters)
}
