// truth: use-after-release line 50 plain
package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

type Order struct {
	ID    uint64
	Owner string
	Price int
	Left  int
}

var orders = rcpool.Pool[Order]{Name: "orders"}

type Trade struct {
	Maker, Taker uint64
	Price, Qty   int
}

// side is one side of a book, best price first.
type side struct {
	resting []rcpool.Ref[Order]
}

func (s *side) rest(o rcpool.Ref[Order]) { s.resting = append(s.resting, o) }

func (s *side) front() *Order {
	if len(s.resting) == 0 {
		return nil
	}
	return s.resting[0].Value()
}

// hit fills taker against the front of the side.
func (s *side) hit(taker *Order) Trade {
	ref := s.resting[0]
	maker := ref.Value()
	qty := min(maker.Left, taker.Left)
	maker.Left -= qty
	taker.Left -= qty
	if maker.Left == 0 {
		s.resting[0] = rcpool.Ref[Order]{}
		s.resting = s.resting[1:]
		ref.Release()
	}
	return Trade{Maker: maker.ID, Taker: taker.ID, Price: maker.Price, Qty: qty}
}

func (s *side) cancelAll() {
	for _, o := range s.resting {
		o.Release()
	}
	s.resting = nil
}

func sell(bids *side, id uint64, price, qty int) (trades []Trade) {
	ref := orders.Get()
	defer ref.Release()
	o := ref.Value()
	o.ID, o.Price, o.Left = id, price, qty
	for o.Left > 0 {
		best := bids.front()
		if best == nil || best.Price < o.Price {
			break
		}
		trades = append(trades, bids.hit(o))
	}
	return trades
}

func main() {
	var bids side
	for i := range 4 {
		o := orders.Get()
		v := o.Value()
		v.ID, v.Owner, v.Price, v.Left = uint64(i+1), "desk", 101-i, 5
		bids.rest(o)
	}
	for _, t := range sell(&bids, 77, 99, 12) {
		fmt.Printf("%+v\n", t)
	}
	bids.cancelAll()
}
