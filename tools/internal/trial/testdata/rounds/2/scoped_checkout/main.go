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

type Cart struct {
	User  string   `json:"user"`
	Items []string `json:"items"`
}

type Receipt struct {
	Lines []string
	Total int
}

var (
	carts    = rcpool.Pool[Cart]{Name: "carts"}
	receipts = rcpool.Pool[Receipt]{Name: "receipts"}
)

type shop struct {
	mail  chan rcpool.Ref[Receipt]
	audit sync.WaitGroup
	seen  map[string]int
	mu    sync.Mutex
}

func (s *shop) checkout(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) {
	body, ok := rchttp.Bind(w, r, &carts, 1<<10)
	if !ok {
		return
	}
	cart := rchttp.Adopt(scope, body)
	receipt := rchttp.Borrow(scope, &receipts)
	if len(cart.Value().Items) == 0 {
		http.Error(w, "empty cart", http.StatusConflict)
		return
	}
	out := receipt.Value()
	for i, item := range cart.Value().Items {
		out.Lines = append(out.Lines, fmt.Sprint(i+1, ". ", item))
		out.Total += 10 * len(item)
	}
	s.audit.Go(cart.Hold(func(c *Cart) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.seen[c.User]++
	}))
	s.mail <- receipt.Retain()
	fmt.Fprintln(w, "total", out.Total)
}

func (s *shop) mailer(done chan<- int) {
	n := 0
	for receipt := range s.mail {
		n += len(receipt.Value().Lines)
		receipt.Release()
	}
	done <- n
}

func main() {
	s := &shop{mail: make(chan rcpool.Ref[Receipt]), seen: map[string]int{}}
	done := make(chan int)
	go s.mailer(done)
	mux := http.NewServeMux()
	mux.Handle("POST /checkout", rchttp.ScopeHandler(s.checkout))
	for _, body := range []string{
		`{"user":"ann","items":["tea","milk"]}`,
		`{"user":"bob"}`,
		`not json`,
		`{"user":"ann","items":["bread"]}`,
	} {
		req := httptest.NewRequest("POST", "/checkout", strings.NewReader(body))
		req.Header.Set("Content-Type", "application/json")
		rec := httptest.NewRecorder()
		mux.ServeHTTP(rec, req)
		fmt.Println(rec.Code, strings.TrimSpace(rec.Body.String()))
	}
	close(s.mail)
	fmt.Println("lines mailed:", <-done)
	s.audit.Wait()
	fmt.Println(s.seen)
}
