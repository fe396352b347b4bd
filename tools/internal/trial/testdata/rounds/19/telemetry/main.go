// truth: escape line 45 plain
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
)

type beacon struct {
	Device  string             `json:"device"`
	Battery int                `json:"battery"`
	Gauges  map[string]float64 `json:"gauges"`
}

var beacons = rcpool.Pool[beacon]{Name: "beacons"}

type collector struct {
	mu     sync.Mutex
	alerts []string
	sums   map[string]float64
	wg     sync.WaitGroup
}

func (c *collector) post(w http.ResponseWriter, r *http.Request) {
	b, ok := rchttp.Bind(w, r, &beacons, 4<<10)
	if !ok {
		return
	}
	defer b.Release()
	v := b.Value()
	c.mu.Lock()
	for name, g := range v.Gauges {
		c.sums[name] += g
	}
	c.mu.Unlock()
	if v.Battery < 10 {
		c.wg.Add(1)
		go func() {
			defer c.wg.Done()
			time.Sleep(time.Millisecond) // the pager is slow
			c.mu.Lock()
			defer c.mu.Unlock()
			c.alerts = append(c.alerts, fmt.Sprintf("%s: battery at %d%%", v.Device, v.Battery))
		}()
	}
	w.WriteHeader(http.StatusAccepted)
}

func (c *collector) show(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	fmt.Fprintf(w, "%.1f", c.sums[r.PathValue("gauge")])
}

func main() {
	c := &collector{sums: map[string]float64{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /beacons", c.post)
	mux.HandleFunc("GET /gauges/{gauge}", c.show)
	for i := range 6 {
		body := fmt.Sprintf(`{"device":"d%d","battery":%d,"gauges":{"temp":%d}}`, i, i*5, 20+i)
		r := httptest.NewRequest("POST", "/beacons", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		mux.ServeHTTP(httptest.NewRecorder(), r)
	}
	c.wg.Wait()
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequest("GET", "/gauges/temp", nil))
	fmt.Println(w.Body, len(c.alerts))
}
