package rcpool_test

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

// An Order is a pointer handle: users have an *Order, which holds the Ref and
// nothing else. Each lease has an Order of its own, which is never used again.
type Order struct{ ref rcpool.Ref[order] }

type order struct{ items []string }

// Reset keeps the capacity.
func (o *order) Reset() {
	clear(o.items)
	o.items = o.items[:0]
}

var orders = rcpool.Pool[order]{Name: "orders"}

// NewOrder begins an order. The caller must call Send exactly once. The
// function is small enough to be inlined, so an Order that does not escape from
// the caller is on its stack.
func NewOrder() *Order { return &Order{orders.Get()} }

// Add adds an item. It panics with a *rcpool.Misuse if the order was sent.
func (o *Order) Add(item string) *Order {
	order := o.ref.Value()
	order.items = append(order.items, item)
	return o
}

// Send sends the order. Every later use of o panics.
func (o *Order) Send() {
	fmt.Println("sent", o.ref.Value().items)
	o.ref.Release()
}

// A library whose API is a pointer makes a small handle for each lease, and
// pools what is behind it.
//
//rcpool:ignore the mistake is on purpose
func Example_pointerHandle() {
	kept := NewOrder().Add("tea")
	kept.Send()

	next := NewOrder().Add("milk") // may have the same items
	defer next.Send()
	defer func() { fmt.Println(recover().(*rcpool.Misuse).Kind) }()
	kept.Send()
	// Output:
	// sent [tea]
	// use after release
	// sent [milk]
}
