// truth: use-after-release line 67 plain
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
)

type Payment struct {
	Account string   `json:"account"`
	Cents   int64    `json:"cents"`
	Tags    []string `json:"tags"`
}

func (p *Payment) Reset() {
	clear(p.Tags)
	*p = Payment{Tags: p.Tags[:0]}
}

var payments = rcpool.Pool[Payment]{Name: "payments"}

type ledger interface {
	Book(account string, cents int64) (int, error)
}

type memoryLedger struct{ balances map[string]int64 }

func (l *memoryLedger) Book(account string, cents int64) (int, error) {
	if cents <= 0 {
		return 0, fmt.Errorf("invalid amount %d", cents)
	}
	l.balances[account] += cents
	return len(l.balances), nil
}

type server struct {
	ledger ledger
	log    *log.Logger
}

func (s *server) create(w http.ResponseWriter, r *http.Request) {
	payment, ok := rchttp.Bind(w, r, &payments, 4<<10)
	if !ok {
		return
	}
	p := payment.Value()
	id, err := s.ledger.Book(p.Account, p.Cents)
	if err != nil {
		payment.Release()
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	answer := map[string]any{"id": id, "tags": strings.Join(p.Tags, ",")}
	payment.Release()
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(answer); err != nil {
		s.log.Print("answer: ", err)
		return
	}
	s.log.Printf("booked %d cents", p.Cents)
}

func main() {
	var out strings.Builder
	s := &server{ledger: &memoryLedger{balances: map[string]int64{}}, log: log.New(&out, "", 0)}
	for _, body := range []string{
		`{"account":"a","cents":120,"tags":["x","y"]}`,
		`{"account":"a","cents":-1}`,
		`{"account":`,
	} {
		r := httptest.NewRequest("POST", "/payments", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		s.create(w, r)
		fmt.Println(w.Code, strings.TrimSpace(w.Body.String()))
	}
	if !strings.Contains(out.String(), "booked 120 cents") {
		fmt.Println("wrong log:", strings.TrimSpace(out.String()))
	}
}
