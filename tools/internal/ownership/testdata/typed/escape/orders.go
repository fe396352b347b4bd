// Package escape has objects that outlive the reference they are borrowed
// from, and ones that only seem to.
package escape

import (
	"bytes"
	"errors"
	"sync"

	"github.com/rcpool/rcpool"
)

// An Order is what a customer sends.
type Order struct {
	ID    int
	Total int
	Lines [8]Line
}

// A Line is an item of an order.
type Line struct {
	Item, Count int
}

var (
	orders  = rcpool.Pool[Order]{Name: "orders"}
	buffers = rcpool.Pool[bytes.Buffer]{Name: "buffers"}
)

var errEmpty = errors.New("order is empty")

func index(*Order) {}

func bill(id int) {}

func fill(o *Order, id int) { o.ID = id }

// each calls f for every line; it does not keep f.
func each(o *Order, f func(*Line)) {
	for i := range o.Lines {
		f(&o.Lines[i])
	}
}

var latest *Order

// A board shows orders.
type board struct {
	mu      sync.Mutex
	shown   *Order
	owned   rcpool.Ref[Order]
	byID    map[int]*Order
	history []*Order
}

// A reply is what a customer gets.
type reply struct {
	status int
	body   []byte
}

// An orderError says which order is wrong.
type orderError struct {
	order *Order
}

func (e *orderError) Error() string { return "wrong order" }
