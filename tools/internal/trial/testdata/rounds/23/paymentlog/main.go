// truth: use-after-release line 68 plain
package main

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Payment struct {
	ID      int
	Account string
	Cents   int64
	Trail   []string
}

func (p *Payment) Reset() {
	clear(p.Trail)
	*p = Payment{Trail: p.Trail[:0]}
}

var payments = rcpool.Pool[Payment]{Name: "payments"}

type ledger struct {
	mu       sync.Mutex
	balances map[string]int64
}

var errFunds = errors.New("insufficient funds")

func (l *ledger) apply(p *Payment) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.balances[p.Account]+p.Cents < 0 {
		p.Trail = append(p.Trail, "refused")
		return errFunds
	}
	l.balances[p.Account] += p.Cents
	p.Trail = append(p.Trail, "applied")
	return nil
}

type processor struct {
	ledger  *ledger
	log     *slog.Logger
	mu      sync.Mutex
	refused []rcpool.Ref[Payment]
}

// process takes the payment over.
func (pr *processor) process(pay rcpool.Ref[Payment]) error {
	start := time.Now()
	v := pay.Value()
	v.Trail = append(v.Trail, "received")
	err := pr.ledger.apply(v)
	if errors.Is(err, errFunds) {
		pr.mu.Lock()
		pr.refused = append(pr.refused, pay)
		pr.mu.Unlock()
		return err
	}
	pay.Release()
	pr.log.Info("processed", "account", v.Account, "fast", time.Since(start) < time.Second)
	return err
}

func (pr *processor) report() {
	pr.mu.Lock()
	defer pr.mu.Unlock()
	for _, pay := range pr.refused {
		pr.log.Warn("refused", "id", pay.Value().ID, "trail", len(pay.Value().Trail))
		pay.Release()
	}
	pr.refused = nil
}

func main() {
	handler := slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	})
	pr := &processor{ledger: &ledger{balances: map[string]int64{}}, log: slog.New(handler)}
	for i, cents := range []int64{500, -200, -900, 30} {
		pay := payments.Get()
		pay.Value().ID = i
		pay.Value().Account = "ann"
		pay.Value().Cents = cents
		if err := pr.process(pay); err != nil {
			fmt.Println(err)
		}
	}
	pr.report()
}
