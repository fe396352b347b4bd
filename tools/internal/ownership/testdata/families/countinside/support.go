// Package countinside has counted objects whose counter is in a struct that they embed, which go
// through channels that own them.
package countinside

import (
	"errors"

	"github.com/rcpool/rcpool/classic"
)

// An invoice embeds its counter with the fields around it.
type invoice struct {
	invoiceHead
	lines []int
}

type invoiceHead struct {
	classic.ReferenceCounter
	customer string
}

var invoices = classic.NewReferenceCountedPool(
	func(rc classic.ReferenceCounter) classic.ReferenceCountable {
		return &invoice{invoiceHead: invoiceHead{ReferenceCounter: rc}}
	},
	func(i any) error {
		in, ok := i.(*invoice)
		if !ok {
			return errors.New("not an invoice")
		}
		in.customer, in.lines = "", in.lines[:0]
		return nil
	})

func newInvoice(customer string, lines ...int) *invoice {
	in := invoices.Get().(*invoice)
	in.customer = customer
	in.lines = append(in.lines, lines...)
	return in
}

func sum(lines []int) (n int) {
	for _, l := range lines {
		n += l
	}
	return n
}
