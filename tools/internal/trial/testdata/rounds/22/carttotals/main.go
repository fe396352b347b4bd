// truth: reset line 30 plain

// Command carttotals prices shopping carts.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type line struct {
	sku   string
	count int
	cents int
}

type cart struct {
	customer string
	lines    []line
	coupons  map[string]int
	express  bool
	discount int
}

var carts = rcpool.Pool[cart]{
	Name: "carts",
	New:  func() *cart { return &cart{coupons: make(map[string]int)} },
	Reset: func(c *cart) {
		c.customer = ""
		clear(c.lines)
		c.lines = c.lines[:0]
		clear(c.coupons)
		c.express = false
	},
}

func (c *cart) add(sku string, count, cents int) {
	c.lines = append(c.lines, line{sku, count, cents})
}

func (c *cart) apply(code string) {
	if _, ok := c.coupons[code]; ok {
		return
	}
	c.coupons[code] = len(code)
	c.discount += len(code)
}

func (c *cart) total() int {
	sum := 0
	for _, l := range c.lines {
		sum += l.count * l.cents
	}
	sum -= sum * c.discount / 100
	if c.express {
		sum += 500
	}
	return sum
}

type request struct {
	customer string
	skus     []string
	coupon   string
	express  bool
}

func checkout(r request) (int, error) {
	ref := carts.Get()
	defer ref.Release()
	c := ref.Value()
	c.customer, c.express = r.customer, r.express
	for _, sku := range r.skus {
		if sku == "" {
			return 0, fmt.Errorf("%s: empty sku", c.customer)
		}
		c.add(sku, 1, 100*len(sku))
	}
	if r.coupon != "" {
		c.apply(r.coupon)
		c.apply(r.coupon)
	}
	return c.total(), nil
}

func main() {
	var wg sync.WaitGroup
	for range 3 {
		for _, r := range []request{
			{"ann", []string{"pen", "book"}, "SAVE10", true}, {"bob", []string{"ink"}, "", false}, {"carl", []string{""}, "X", false},
		} {
			wg.Go(func() {
				total, err := checkout(r)
				fmt.Println(r.customer, total, err)
			})
			wg.Wait()
		}
	}
}
