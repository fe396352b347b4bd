// truth: use-after-release line 30,31,39 hard
package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

type Quote struct {
	Symbol string
	Price  int
}

// Board keeps the last quotes in a ring.
type Board struct {
	pool rcpool.Pool[Quote]
	ring [4]rcpool.Ref[Quote]
	next int
	best rcpool.Ref[Quote]
}

func (b *Board) Add(symbol string, price int) {
	q := b.pool.Get()
	q.Value().Symbol, q.Value().Price = symbol, price
	slot := b.next % len(b.ring)
	b.next++
	rcpool.Drop(&b.ring[slot])
	b.ring[slot] = q
	if b.best.IsZero() || b.best.Value().Price < price {
		b.best = q
	}
}

func (b *Board) Best() (string, int) {
	if b.best.IsZero() {
		return "", 0
	}
	v := b.best.Value()
	return v.Symbol, v.Price
}

func (b *Board) Close() {
	b.best = rcpool.Ref[Quote]{}
	for i := range b.ring {
		rcpool.Drop(&b.ring[i])
	}
}

func main() {
	var b Board
	defer b.Close()
	fmt.Println(b.Best())
	for i, price := range []int{3, 9, 4, 5} {
		b.Add(fmt.Sprint("S", i), price)
	}
	fmt.Println(b.Best())
	for i, price := range []int{1, 2, 3} {
		b.Add(fmt.Sprint("T", i), price)
	}
	fmt.Println(b.Best())
}
