// truth: correct

// Command orderapi accepts orders over HTTP and publishes them in the background.
package main

import (
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
)

type Order struct {
	ID    string   `json:"id"`
	Items []string `json:"items"`
	Total int      `json:"total"`
}

func (o *Order) Reset() {
	o.ID = ""
	clear(o.Items)
	o.Items = o.Items[:0]
	o.Total = 0
}

type server struct {
	orders rcpool.Pool[Order]
	wg     sync.WaitGroup

	mu        sync.Mutex
	published map[string]int
}

func (s *server) publish(o *Order) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.published[o.ID] += len(o.Items)
}

func (s *server) create(w http.ResponseWriter, r *http.Request) {
	order, ok := rchttp.Bind(w, r, &s.orders, 4<<10)
	if !ok {
		return
	}
	defer order.Release()
	o := order.Value()
	if o.ID == "" || len(o.Items) == 0 {
		http.Error(w, "incomplete order", http.StatusUnprocessableEntity)
		return
	}
	s.wg.Go(order.Hold(s.publish))
	w.WriteHeader(http.StatusAccepted)
	fmt.Fprintf(w, "%s: %d items, total %d\n", o.ID, len(o.Items), o.Total)
}

func main() {
	s := &server{published: make(map[string]int)}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /orders", s.create)

	bodies := map[string]int{
		`{"id":"a1","items":["pen","ink"],"total":7}`: http.StatusAccepted,
		`{"id":"a2","items":["pad"],"total":3}`:       http.StatusAccepted,
		`{"id":"","items":["pad"]}`:                   http.StatusUnprocessableEntity,
		`{"id":`:                                      http.StatusBadRequest,
	}
	for body, want := range bodies {
		r := httptest.NewRequest("POST", "/orders", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		if w.Code != want {
			log.Fatalf("%s: got %d, want %d", body, w.Code, want)
		}
	}
	s.wg.Wait()
	if s.published["a1"] != 2 || s.published["a2"] != 1 {
		log.Fatalf("published %v", s.published)
	}
	fmt.Println("published", len(s.published))
}
