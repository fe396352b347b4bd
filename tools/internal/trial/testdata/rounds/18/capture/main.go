// truth: leak line 46 plain
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Capture struct {
	ID       string
	Cents    int64
	Currency string
	Attempts int
}

var (
	captures     = rcpool.Pool[Capture]{Name: "captures"}
	errAmount    = errors.New("amount must be positive")
	errTransient = errors.New("acquirer timeout")
	errDeclined  = errors.New("declined")
)

type gateway struct {
	flaky  map[string]int
	banned map[string]bool
	ledger []string
}

func (g *gateway) submit(c *Capture) error {
	if g.banned[c.ID] {
		return errDeclined
	}
	if g.flaky[c.ID] >= c.Attempts {
		return errTransient
	}
	return nil
}

// settle captures an authorized payment and books it.
func (g *gateway) settle(id, currency string, cents int64) error {
	if cents <= 0 {
		return errAmount
	}
	c := captures.Get()
	v := c.Value()
	v.ID, v.Currency, v.Cents = id, currency, cents
	for {
		v.Attempts++
		err := g.submit(v)
		if err == nil {
			break
		}
		if !errors.Is(err, errTransient) {
			return fmt.Errorf("capture %s: %w", v.ID, err)
		}
		if v.Attempts == 3 {
			c.Release()
			return fmt.Errorf("capture %s: gave up: %w", id, err)
		}
	}
	g.ledger = append(g.ledger, fmt.Sprintf("%s %d %s", v.ID, v.Cents, v.Currency))
	c.Release()
	return nil
}

func main() {
	g := &gateway{
		flaky:  map[string]int{"p2": 1, "p3": 9},
		banned: map[string]bool{"p4": true},
	}
	for _, id := range []string{"p1", "p2", "p3", "p4"} {
		if err := g.settle(id, "EUR", 1250); err != nil {
			fmt.Println("error:", err)
		}
	}
	fmt.Println(g.ledger)
}
