// truth: correct
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

type Ride struct {
	Rider  string `json:"rider"`
	From   string `json:"from"`
	To     string `json:"to"`
	driver string
}

var rides = rcpool.Pool[Ride]{Name: "ride"}

type dispatcher struct {
	mu      sync.Mutex
	waiting map[string]func() bool
	expired chan string
}

func (d *dispatcher) request(w http.ResponseWriter, r *http.Request) {
	ride, ok := rchttp.Bind(w, r, &rides, 1<<10)
	if !ok {
		return
	}
	defer ride.Release()
	rider := ride.Value().Rider
	stop := ride.AfterFunc(15*time.Millisecond, d.expire)
	d.mu.Lock()
	if old := d.waiting[rider]; old != nil {
		old()
	}
	d.waiting[rider] = stop
	d.mu.Unlock()
	w.WriteHeader(http.StatusAccepted)
}

func (d *dispatcher) expire(ride *Ride) {
	d.mu.Lock()
	delete(d.waiting, ride.Rider)
	d.mu.Unlock()
	d.expired <- ride.Rider + " " + ride.To
}

// accept reports whether the ride was still there.
func (d *dispatcher) accept(rider string) bool {
	d.mu.Lock()
	stop := d.waiting[rider]
	delete(d.waiting, rider)
	d.mu.Unlock()
	return stop != nil && stop()
}

func post(d *dispatcher, body string) int {
	req := httptest.NewRequest("POST", "/rides", strings.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	rec := httptest.NewRecorder()
	d.request(rec, req)
	return rec.Code
}

func main() {
	d := &dispatcher{waiting: map[string]func() bool{}, expired: make(chan string, 8)}
	fmt.Println(post(d, `{"rider":"ann","from":"a","to":"b"}`))
	fmt.Println(post(d, `{"rider":"ann","from":"a","to":"c"}`))
	fmt.Println(post(d, `{"rider":"bob","from":"x","to":"y"}`))
	fmt.Println(post(d, `{"rider":`))
	fmt.Println("ann accepted", d.accept("ann"))
	fmt.Println("expired", <-d.expired)
	fmt.Println("bob accepted", d.accept("bob"))
}
