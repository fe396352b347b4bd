// truth: correct

// Command orderbook matches limit orders by price and time.
package main

import (
	"fmt"
	"slices"

	"github.com/rcpool/rcpool"
)

type Order struct {
	ID    int
	Price int
	Qty   int
	next  rcpool.Ref[Order] // the order behind this one in its level
}

var orders = rcpool.Pool[Order]{Name: "orders"}

type level struct {
	price int
	head  rcpool.Ref[Order]
	tail  *Order // last of the list that head owns
	n     int
}

func (l *level) push(o rcpool.Ref[Order]) {
	v := o.Value()
	if l.tail == nil {
		l.head = o
	} else {
		l.tail.next = o
	}
	l.tail = v
	l.n++
}

// pop returns the oldest order, which the caller owns.
func (l *level) pop() rcpool.Ref[Order] {
	o := rcpool.Move(&l.head)
	l.head = rcpool.Move(&o.Value().next)
	if l.head.IsZero() {
		l.tail = nil
	}
	l.n--
	return o
}

type Book struct {
	asks  []*level // by price
	fills []string
}

func (b *Book) level(price int) *level {
	i, ok := slices.BinarySearchFunc(b.asks, price, func(l *level, p int) int { return l.price - p })
	if !ok {
		b.asks = slices.Insert(b.asks, i, &level{price: price})
	}
	return b.asks[i]
}

func (b *Book) Sell(id, price, qty int) {
	o := orders.Get()
	v := o.Value()
	v.ID, v.Price, v.Qty = id, price, qty
	b.level(price).push(o)
}

// Buy matches up to qty and returns what is left.
func (b *Book) Buy(price, qty int) int {
	for qty > 0 && len(b.asks) > 0 && b.asks[0].price <= price {
		best := b.asks[0]
		top := best.head.Value()
		n := min(qty, top.Qty)
		qty -= n
		top.Qty -= n
		b.fills = append(b.fills, fmt.Sprintf("%d@%d#%d", n, best.price, top.ID))
		if top.Qty > 0 {
			continue
		}
		done := best.pop()
		done.Release()
		if best.n == 0 {
			b.asks = slices.Delete(b.asks, 0, 1)
		}
	}
	return qty
}

// Cancel removes an order wherever it is in its level.
func (b *Book) Cancel(id int) bool {
	for i, l := range b.asks {
		for rest := l.n; rest > 0; rest-- {
			o := l.pop()
			if o.Value().ID != id {
				l.push(o)
				continue
			}
			o.Release()
			for rest--; rest > 0; rest-- {
				l.push(l.pop())
			}
			if l.n == 0 {
				b.asks = slices.Delete(b.asks, i, i+1)
			}
			return true
		}
	}
	return false
}

func (b *Book) Close() {
	for _, l := range b.asks {
		for l.n > 0 {
			o := l.pop()
			o.Release()
		}
	}
	b.asks = nil
}

func main() {
	var b Book
	b.Sell(1, 101, 5)
	b.Sell(2, 100, 3)
	b.Sell(3, 100, 4)
	b.Sell(4, 100, 2)
	b.Sell(5, 105, 9)
	fmt.Println("left", b.Buy(100, 4), b.fills)
	fmt.Println(b.Cancel(4), b.Cancel(4), b.Cancel(1))
	fmt.Println("left", b.Buy(104, 10), b.fills)
	b.Sell(6, 103, 1)
	b.Close()
	fmt.Println(orders.Stats().InUse)
}
