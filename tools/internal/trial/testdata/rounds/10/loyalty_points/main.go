// truth: reset line 28 plain
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Purchase struct {
	Member   string
	Items    []int
	Discount int // percent
	Voucher  bool
}

type Programme struct {
	purchases *rcpool.Pool[Purchase]
	points    map[string]int
}

func NewProgramme() *Programme {
	return &Programme{
		purchases: &rcpool.Pool[Purchase]{
			Name: "loyalty.purchases",
			New:  func() *Purchase { return &Purchase{Items: make([]int, 0, 8)} },
			Reset: func(p *Purchase) {
				p.Member = ""
				p.Items = p.Items[:0]
				p.Voucher = false
			},
		},
		points: make(map[string]int),
	}
}

var errNobody = errors.New("no member")

// Checkout books the points of a purchase and returns what is to be paid.
func (pr *Programme) Checkout(member, code string, items ...int) (int, error) {
	ref := pr.purchases.Get()
	defer ref.Release()
	p := ref.Value()
	p.Member = member
	p.Items = append(p.Items, items...)
	switch code {
	case "SPRING":
		p.Discount = 20
	case "GIFT":
		p.Voucher = true
	}
	if p.Member == "" {
		return 0, errNobody
	}
	total := 0
	for _, cents := range p.Items {
		total += cents
	}
	total -= total * p.Discount / 100
	if p.Voucher {
		total -= min(total, 500)
	}
	pr.points[p.Member] += total / 100
	return total, nil
}

func main() {
	pr := NewProgramme()
	fmt.Println(pr.Checkout("ann", "SPRING", 1000, 2000))
	fmt.Println(pr.Checkout("bob", "", 1000))
	fmt.Println(pr.Checkout("", "GIFT", 1000))
	fmt.Println(pr.points)
}
