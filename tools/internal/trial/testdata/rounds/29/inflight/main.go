// truth: escape line 54,84 callee

// Command inflight is a gateway that knows which requests are under way, for
// its status page and for slow-request reports.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Exchange struct {
	ID      int
	Route   string
	Started time.Time
	Took    time.Duration
	Status  int
}

var exchanges = rcpool.Pool[Exchange]{Name: "gateway.exchanges"}

type tracker struct {
	mu     sync.Mutex
	nextID int
	open   map[int]*Exchange
	slow   []*Exchange
	limit  time.Duration
}

func (t *tracker) begin(x *Exchange, route string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.nextID++
	x.ID, x.Route, x.Started = t.nextID, route, time.Now()
	t.open[x.ID] = x
}

// end removes the exchange from the open ones, and notes it if it was slow.
func (t *tracker) end(x *Exchange, status int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.open, x.ID)
	x.Status, x.Took = status, time.Since(x.Started)
	if x.Took > t.limit {
		t.slow = append(t.slow, x)
		if len(t.slow) > 10 {
			t.slow[0] = nil
			t.slow = t.slow[1:]
		}
	}
}

func (t *tracker) report(w io.Writer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	slices.SortFunc(t.slow, func(a, b *Exchange) int { return cmp.Compare(b.Took, a.Took) })
	for _, x := range t.slow {
		fmt.Fprintf(w, "%s %d slow=%t\n", x.Route, x.Status, x.Took > t.limit)
	}
	fmt.Fprintln(w, len(t.open), "open")
}

type gateway struct {
	tracker tracker
	backend func(route string) (string, error)
}

var errNoRoute = errors.New("no route")

func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ref := exchanges.Get()
	defer ref.Release()
	g.tracker.begin(ref.Value(), r.URL.Path)
	status := http.StatusOK
	defer func() { g.tracker.end(ref.Value(), status) }()
	text, err := g.backend(r.URL.Path)
	if err != nil {
		status = http.StatusBadGateway
		if errors.Is(err, errNoRoute) {
			status = http.StatusNotFound
		}
		http.Error(w, err.Error(), status)
		return
	}
	_, _ = io.WriteString(w, text)
}

func main() {
	g := &gateway{
		tracker: tracker{open: map[int]*Exchange{}, limit: 3 * time.Millisecond},
		backend: func(route string) (string, error) {
			switch route {
			case "/quick":
				return "ok", nil
			case "/slow":
				time.Sleep(8 * time.Millisecond)
				return "sorry", nil
			}
			return "", errNoRoute
		},
	}
	var wg sync.WaitGroup
	for i := range 9 {
		wg.Go(func() {
			path := []string{"/quick", "/slow", "/none"}[i%3]
			rec := httptest.NewRecorder()
			g.ServeHTTP(rec, httptest.NewRequest("GET", path, nil))
		})
	}
	wg.Wait()
	g.tracker.report(io.Discard)
	fmt.Println("done")
}
