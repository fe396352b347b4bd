// truth: reset line 27,34 callee
package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type cartLine struct {
	sku   string
	qty   int
	cents int
}

type Cart struct {
	Owner    string
	Lines    []cartLine
	Subtotal int
	Shipping int
	Discount int
}

var carts = rcpool.Pool[Cart]{Name: "carts"}

func (c *Cart) Reset() {
	c.Owner = ""
	clear(c.Lines)
	c.Lines = c.Lines[:0]
	c.clearTotals()
}

func (c *Cart) clearTotals() {
	c.Subtotal = 0
	c.Shipping = 0
}

func (c *Cart) add(sku string, qty, cents int) {
	c.Lines = append(c.Lines, cartLine{sku, qty, cents})
	c.Subtotal += qty * cents
}

func (c *Cart) applyCoupon(code string) {
	switch {
	case strings.HasPrefix(code, "TEN"):
		c.Discount = c.Subtotal / 10
	case code == "FREESHIP":
		c.Shipping = 0
	}
}

func (c *Cart) total() int { return c.Subtotal + c.Shipping - c.Discount }

func price(owner, coupon string, qtys ...int) int {
	ref := carts.Get()
	defer ref.Release()
	c := ref.Value()
	c.Owner = owner
	for i, qty := range qtys {
		if qty <= 0 {
			continue
		}
		c.add(fmt.Sprint("sku", i), qty, 100*(i+1))
	}
	if c.Subtotal < 1000 {
		c.Shipping = 490
	}
	c.applyCoupon(coupon)
	return c.total()
}

func main() {
	fmt.Println(price("ann", "", 1, 2))
	fmt.Println(price("bob", "TEN-OFF", 5, 5))
	fmt.Println(price("cy", "FREESHIP", 1))
	fmt.Println(price("dan", "", 0, 1))
}
