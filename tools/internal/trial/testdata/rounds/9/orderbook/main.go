// truth: zero-ref line 68 plain
package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

type Side byte

type Order struct {
	ID    int
	Side  Side
	Price int64
	Qty   int64
}

var orders rcpool.Pool[Order]

type level struct {
	price   int64
	resting []rcpool.Ref[Order]
}

type book struct {
	levels map[int64]*level
	trades []string
}

func (b *book) at(price int64) *level {
	l := b.levels[price]
	if l == nil {
		l = &level{price: price}
		b.levels[price] = l
	}
	return l
}

func (l *level) fill(o *Order) (filled int64) {
	for len(l.resting) > 0 && o.Qty > 0 {
		r := l.resting[0].Value()
		if r.Side == o.Side {
			break
		}
		n := min(r.Qty, o.Qty)
		r.Qty -= n
		o.Qty -= n
		filled += n
		if r.Qty == 0 {
			rcpool.Drop(&l.resting[0])
			l.resting = l.resting[1:]
		}
	}
	return filled
}

func (b *book) submit(id int, side Side, price, qty int64) string {
	order := orders.Get()
	defer rcpool.Drop(&order)
	*order.Value() = Order{id, side, price, qty}
	l := b.at(price)
	if n := l.fill(order.Value()); n > 0 {
		b.trades = append(b.trades, fmt.Sprintf("%d@%d", n, price))
	}
	if order.Value().Qty > 0 {
		l.resting = append(l.resting, rcpool.Move(&order))
		return fmt.Sprintf("order %d rests with %d", id, order.Value().Qty)
	}
	return fmt.Sprintf("order %d filled", order.Value().ID)
}

func (b *book) close() {
	for _, l := range b.levels {
		for i := range l.resting {
			rcpool.Drop(&l.resting[i])
		}
	}
}

func main() {
	b := &book{levels: map[int64]*level{}}
	defer b.close()
	fmt.Println(b.submit(1, 'B', 100, 10))
	fmt.Println(b.submit(2, 'S', 100, 4))
	fmt.Println(b.submit(3, 'S', 100, 6))
	fmt.Println(b.trades)
}
