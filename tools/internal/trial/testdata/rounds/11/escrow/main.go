// truth: zero-ref line 48 plain
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Deal struct {
	ID     int
	Buyer  string
	Seller string
	Cents  int64
	Log    []string
}

func (d *Deal) Reset() {
	clear(d.Log)
	*d = Deal{Log: d.Log[:0]}
}

var deals = rcpool.Pool[Deal]{Name: "deals"}

var errFunds = errors.New("insufficient funds")

type escrow struct {
	funds map[string]int64
	held  map[int]rcpool.Ref[Deal]
}

// open holds the buyer's money until the deal is closed.
func (e *escrow) open(id int, buyer, seller string, cents int64) (string, error) {
	deal := deals.Get()
	defer rcpool.Drop(&deal)
	d := deal.Value()
	d.ID, d.Buyer, d.Seller, d.Cents = id, buyer, seller, cents
	if _, ok := e.held[id]; ok {
		return "", fmt.Errorf("deal %d exists", id)
	}
	if e.funds[buyer] < cents {
		return "", fmt.Errorf("deal %d: %w", id, errFunds)
	}
	e.funds[buyer] -= cents
	d.Log = append(d.Log, "held")
	e.held[id] = rcpool.Move(&deal)
	return fmt.Sprintf("%s pays %s", deal.Value().Buyer, seller), nil
}

func (e *escrow) finish(id int, ok bool) {
	deal, found := e.held[id]
	if !found {
		return
	}
	delete(e.held, id)
	defer deal.Release()
	d := deal.Value()
	if ok {
		e.funds[d.Seller] += d.Cents
	} else {
		e.funds[d.Buyer] += d.Cents
	}
}

func main() {
	e := &escrow{funds: map[string]int64{"ann": 500}, held: map[int]rcpool.Ref[Deal]{}}
	fmt.Println(e.open(1, "bob", "ann", 10))
	fmt.Println(e.open(2, "ann", "bob", 300))
	e.finish(2, true)
	fmt.Println(e.funds["ann"], e.funds["bob"])
}
