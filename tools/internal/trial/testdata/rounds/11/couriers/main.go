// truth: use-after-release line 61 hard
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Quote struct {
	Courier string
	Cents   int
	Days    int
}

var quotes = rcpool.Pool[Quote]{Name: "quotes"}

var errNoCourier = errors.New("nobody delivers there")

type courier struct {
	name  string
	rate  int
	days  int
	zones string
}

func (c courier) quote(zone byte, grams int) (rcpool.Ref[Quote], bool) {
	for i := range len(c.zones) {
		if c.zones[i] == zone {
			q := quotes.Get()
			v := q.Value()
			v.Courier, v.Days = c.name, c.days
			v.Cents = 300 + grams*c.rate/100
			return q, true
		}
	}
	return rcpool.Ref[Quote]{}, false
}

type desk struct{ couriers []courier }

func (d *desk) collect(zone byte, grams int) []rcpool.Ref[Quote] {
	var qs []rcpool.Ref[Quote]
	for _, c := range d.couriers {
		if q, ok := c.quote(zone, grams); ok {
			qs = append(qs, q)
		}
	}
	return qs
}

// cheapest returns the best quote. The caller owns it.
func (d *desk) cheapest(zone byte, grams int) (rcpool.Ref[Quote], error) {
	qs := d.collect(zone, grams)
	if len(qs) == 0 {
		return rcpool.Ref[Quote]{}, errNoCourier
	}
	best := qs[0]
	for _, q := range qs {
		if q.Value().Cents < best.Value().Cents {
			best.Release()
			best = q
		} else {
			q.Release()
		}
	}
	return best, nil
}

func main() {
	d := &desk{couriers: []courier{
		{"post", 20, 4, "ABC"},
		{"bike", 10, 1, "A"},
		{"truck", 15, 2, "BC"},
	}}
	for _, zone := range []byte("ADC") {
		q, err := d.cheapest(zone, 1500)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(q.Value().Courier, q.Value().Cents)
		q.Release()
	}
}
