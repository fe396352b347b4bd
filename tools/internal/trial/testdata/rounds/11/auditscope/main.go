// truth: correct
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
)

type Trail struct {
	User  string
	Steps []string
}

func (t *Trail) Reset() {
	clear(t.Steps)
	t.User, t.Steps = "", t.Steps[:0]
}

var trails = rcpool.Pool[Trail]{Name: "trails"}

type sink struct {
	wg    sync.WaitGroup
	steps atomic.Int64
}

func (s *sink) ship(t *Trail) {
	defer s.wg.Done()
	s.steps.Add(int64(len(t.Steps)))
}

func audit(s *sink, next func(http.ResponseWriter, *http.Request, *Trail) error) http.Handler {
	return rchttp.Scoped(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		trail := rchttp.Borrow(rchttp.ScopeOf(r.Context()), &trails)
		v := trail.Value()
		v.User = r.Header.Get("X-User")
		if err := next(w, r, v); err != nil {
			v.Steps = append(v.Steps, "failed: "+err.Error())
			http.Error(w, "failed", http.StatusInternalServerError)
		}
		if len(v.Steps) > 0 {
			s.wg.Add(1)
			trail.Go(s.ship)
		}
	}))
}

func checkout(w http.ResponseWriter, r *http.Request, t *Trail) error {
	if t.User == "" {
		return fmt.Errorf("no user")
	}
	for _, step := range []string{"reserve", "charge", "ship"} {
		t.Steps = append(t.Steps, step)
		if step == r.URL.Query().Get("fail") {
			return fmt.Errorf("%s refused", step)
		}
	}
	fmt.Fprintln(w, "thanks,", t.User)
	return nil
}

func main() {
	var s sink
	h := audit(&s, checkout)
	for _, c := range []struct{ url, user string }{
		{"/buy", "ann"}, {"/buy?fail=charge", "bob"}, {"/buy", ""}, {"/buy", "cid"},
	} {
		r := httptest.NewRequest("POST", c.url, nil)
		r.Header.Set("X-User", c.user)
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r)
		fmt.Println(rec.Code)
	}
	s.wg.Wait()
	fmt.Println(s.steps.Load())
}
