// truth: correct
package main

import (
	"fmt"
	"sort"

	"github.com/rcpool/rcpool"
)

type Order struct {
	ID    int
	Price int
	Left  int
	next  rcpool.Ref[Order] // behind this one at the same price
}

// Reset gives up the rest of the queue, if there is one.
func (o *Order) Reset() {
	rcpool.Drop(&o.next)
	*o = Order{}
}

var orders = rcpool.Pool[Order]{Name: "orders"}

// level is the queue at one price. It owns its first order, and each order
// owns the one behind it.
type level struct {
	head rcpool.Ref[Order]
	tail *Order
}

func (l *level) push(o rcpool.Ref[Order]) {
	v := o.Value()
	if l.head.IsZero() {
		l.head = o
	} else {
		l.tail.next = o
	}
	l.tail = v
}

// pop takes the first order out of the queue. The caller owns it.
func (l *level) pop() rcpool.Ref[Order] {
	first := rcpool.Move(&l.head)
	l.head = rcpool.Move(&first.Value().next)
	if l.head.IsZero() {
		l.tail = nil
	}
	return first
}

// take matches up to qty and returns how much was left.
func (l *level) take(qty int, fill func(id, n int)) int {
	for qty > 0 && !l.head.IsZero() {
		first := l.head.Value()
		n := min(qty, first.Left)
		first.Left -= n
		qty -= n
		fill(first.ID, n)
		if first.Left == 0 {
			done := l.pop()
			done.Release()
		}
	}
	return qty
}

func (l *level) cancel(id int) bool {
	var kept level
	found := false
	for !l.head.IsZero() {
		o := l.pop()
		if o.Value().ID == id {
			found = true
			o.Release()
			continue
		}
		kept.push(o)
	}
	*l = kept
	return found
}

type book struct{ asks map[int]*level }

func (b *book) add(id, price, qty int) error {
	if qty <= 0 {
		return fmt.Errorf("order %d: quantity %d", id, qty)
	}
	ref := orders.Get()
	o := ref.Value()
	o.ID, o.Price, o.Left = id, price, qty
	l := b.asks[price]
	if l == nil {
		l = new(level)
		b.asks[price] = l
	}
	l.push(ref)
	return nil
}

func (b *book) buy(limit, qty int) int {
	prices := make([]int, 0, len(b.asks))
	for p := range b.asks {
		if p <= limit {
			prices = append(prices, p)
		}
	}
	sort.Ints(prices)
	for _, p := range prices {
		qty = b.asks[p].take(qty, func(id, n int) { fmt.Printf("fill %d: %d at %d\n", id, n, p) })
		if b.asks[p].head.IsZero() {
			delete(b.asks, p)
		}
	}
	return qty
}

func (b *book) close() {
	for p, l := range b.asks {
		rcpool.Drop(&l.head) // and all behind it
		delete(b.asks, p)
	}
}

func main() {
	b := &book{asks: map[int]*level{}}
	defer b.close()
	for id := range 9 {
		if err := b.add(id, 100+id%3, 5*(id%5)); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(b.asks[101].cancel(4), b.asks[101].cancel(99))
	fmt.Println("left", b.buy(101, 42))
	fmt.Println(len(b.asks), "levels")
}
