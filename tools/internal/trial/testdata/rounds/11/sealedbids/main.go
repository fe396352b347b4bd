// truth: double-release line 60 callee
package main

import (
	"fmt"
	"slices"

	"github.com/rcpool/rcpool"
)

type Sealed struct {
	Lot    int
	Bidder string
	Cents  int64
}

var sealed rcpool.Pool[Sealed]

type lot struct {
	id     int
	floor  int64
	closed bool
	bids   []rcpool.Ref[Sealed]
}

func (l *lot) submit(bid rcpool.Ref[Sealed]) error {
	cents := bid.Value().Cents
	if l.closed || cents < l.floor {
		bid.Release()
		return fmt.Errorf("lot %d refuses %d", l.id, cents)
	}
	l.bids = append(l.bids, bid)
	return nil
}

func (l *lot) award() (winner string, cents int64) {
	l.closed = true
	slices.SortFunc(l.bids, func(a, b rcpool.Ref[Sealed]) int { return int(b.Value().Cents - a.Value().Cents) })
	for i, b := range l.bids {
		if i == 0 {
			winner, cents = b.Value().Bidder, b.Value().Cents
		}
		b.Release()
	}
	l.bids = nil
	return winner, cents
}

type market struct{ lots map[int]*lot }

func (m *market) bid(id int, bidder string, cents int64) error {
	l, ok := m.lots[id]
	if !ok {
		return fmt.Errorf("no lot %d", id)
	}
	b := sealed.Get()
	v := b.Value()
	v.Lot, v.Bidder, v.Cents = id, bidder, cents
	if err := l.submit(b); err != nil {
		b.Release()
		return err
	}
	return nil
}

func main() {
	m := &market{lots: map[int]*lot{1: {id: 1, floor: 100}}}
	fmt.Println(m.bid(2, "x", 1))
	fmt.Println(m.bid(1, "ann", 120), m.bid(1, "bob", 180))
	fmt.Println(m.lots[1].award())
	fmt.Println(m.bid(1, "cy", 500))
}
