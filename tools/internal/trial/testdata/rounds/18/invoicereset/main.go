// truth: reset line 29 plain
package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

type Line struct {
	SKU   string
	Qty   int
	Cents int64
}

type Invoice struct {
	Customer string
	Lines    []Line
	Coupon   string
	Percent  int
	Notes    map[string]string
}

var invoices = &rcpool.Pool[Invoice]{
	Name: "invoices",
	New: func() *Invoice {
		return &Invoice{Lines: make([]Line, 0, 16), Notes: make(map[string]string)}
	},
	Reset: func(i *Invoice) {
		i.Customer = ""
		clear(i.Lines)
		i.Lines = i.Lines[:0]
		i.Coupon = ""
		clear(i.Notes)
	},
	Keep: func(i *Invoice) bool { return cap(i.Lines) <= 1024 },
}

func (i *Invoice) total() int64 {
	var sum int64
	for _, l := range i.Lines {
		sum += int64(l.Qty) * l.Cents
	}
	return sum - sum*int64(i.Percent)/100
}

func (i *Invoice) apply(coupon string) {
	switch coupon {
	case "SPRING":
		i.Coupon, i.Percent = coupon, 10
	case "STAFF":
		i.Coupon, i.Percent = coupon, 40
	default:
		i.Notes["coupon"] = "unknown: " + coupon
	}
}

func bill(customer, coupon string, lines ...Line) string {
	ref := invoices.Get()
	defer ref.Release()
	inv := ref.Value()
	inv.Customer = customer
	inv.Lines = append(inv.Lines, lines...)
	if coupon != "" {
		inv.apply(coupon)
	}
	return fmt.Sprintf("%s owes %d (%s) %v", inv.Customer, inv.total(), inv.Coupon, inv.Notes)
}

func main() {
	for range 3 {
		fmt.Println(bill("ada", "STAFF", Line{"disk", 2, 9900}))
		fmt.Println(bill("bob", "", Line{"disk", 2, 9900}, Line{"cable", 1, 500}))
		fmt.Println(bill("cyd", "FALL", Line{"fan", 1, 1500}))
	}
}
