// truth: leak line 46 plain

package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
	"github.com/rcpool/rcpool/stdpool"
)

type charge struct {
	Card     string `json:"card"`
	Amount   int64  `json:"amount"`
	Currency string `json:"currency"`
}

var charges = rcpool.Pool[charge]{Name: "charges"}

type processor struct {
	mu      sync.Mutex
	balance map[string]int64
	rates   map[string]int64
}

func (p *processor) capture(c *charge) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	have, ok := p.balance[c.Card]
	if !ok {
		return fmt.Errorf("unknown card")
	}
	if have < c.Amount {
		return fmt.Errorf("insufficient funds")
	}
	p.balance[c.Card] = have - c.Amount
	return nil
}

func (p *processor) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	req, ok := rchttp.Bind(w, r, &charges, 1<<12)
	if !ok {
		return
	}
	c := req.Value()
	rate, ok := p.rates[c.Currency]
	if !ok {
		http.Error(w, "unsupported currency", http.StatusUnprocessableEntity)
		return
	}
	c.Amount *= rate
	if err := p.capture(c); err != nil {
		http.Error(w, err.Error(), http.StatusPaymentRequired)
		req.Release()
		return
	}
	body, err := stdpool.EncodeJSON(map[string]any{"captured": c.Amount})
	req.Release()
	if err != nil {
		http.Error(w, "encoding", http.StatusInternalServerError)
		return
	}
	defer body.Release()
	w.Header().Set("Content-Type", "application/json")
	w.Write(body.Value().Bytes())
}

func main() {
	p := &processor{
		balance: map[string]int64{"4000": 500, "4111": 20},
		rates:   map[string]int64{"EUR": 1, "USD": 2},
	}
	for _, body := range []string{
		`{"card":"4000","amount":100,"currency":"EUR"}`,
		`{"card":"4111","amount":100,"currency":"USD"}`,
		`{"card":"4111","amount":100,"currency":"XXX"}`,
		`not json`,
	} {
		r := httptest.NewRequest("POST", "/charge", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		p.ServeHTTP(w, r)
		fmt.Println(w.Code, strings.TrimSpace(w.Body.String()))
	}
	fmt.Println("in use:", charges.Stats().InUse)
}
