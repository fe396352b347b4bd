// truth: double-release line 59 plain

// Command settlement books payments of several kinds.
package main

import (
	"errors"
	"fmt"
	"log"

	"github.com/rcpool/rcpool"
)

type Payment struct {
	Kind   string
	From   string
	To     string
	Amount int64
	Notes  []string
}

func (p *Payment) Reset() {
	clear(p.Notes)
	*p = Payment{Notes: p.Notes[:0]}
}

var payments = rcpool.Pool[Payment]{Name: "payments"}

var (
	errUnknown = errors.New("unknown kind of payment")
	errFunds   = errors.New("insufficient funds")
)

type Ledger struct {
	balance map[string]int64
	voided  int
}

func (l *Ledger) move(from, to string, amount int64) error {
	if l.balance[from] < amount {
		return errFunds
	}
	l.balance[from] -= amount
	l.balance[to] += amount
	return nil
}

// Settle takes over payment.
func (l *Ledger) Settle(payment rcpool.Ref[Payment]) error {
	defer payment.Release()
	p := payment.Value()
	switch p.Kind {
	case "transfer":
		return l.move(p.From, p.To, p.Amount)
	case "refund":
		return l.move(p.To, p.From, p.Amount)
	case "void":
		l.voided++
		payment.Release()
		return nil
	case "fee":
		if p.Amount > 100 {
			return fmt.Errorf("fee of %d for %s is too high", p.Amount, p.From)
		}
		return l.move(p.From, "bank", p.Amount)
	}
	return fmt.Errorf("%w: %s", errUnknown, p.Kind)
}

func main() {
	l := &Ledger{balance: map[string]int64{"ann": 100, "bob": 10}}
	for _, p := range []Payment{
		{Kind: "transfer", From: "ann", To: "bob", Amount: 30},
		{Kind: "refund", From: "ann", To: "bob", Amount: 5},
		{Kind: "fee", From: "bob", Amount: 1},
		{Kind: "void", From: "ann", To: "bob"},
		{Kind: "fee", From: "bob", Amount: 1000},
		{Kind: "gift"},
	} {
		ref := payments.Get()
		*ref.Value() = p
		if err := l.Settle(ref); err != nil {
			log.Print(err)
		}
	}
	fmt.Println(l.balance, l.voided)
}
