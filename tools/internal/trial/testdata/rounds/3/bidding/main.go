// truth: double-release line 61,68 hard

package main

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/rcpool/rcpool"
)

type Bid struct {
	Bidder string
	Cents  int
	Markup []byte
}

func (b *Bid) Reset() { b.Bidder, b.Cents, b.Markup = "", 0, b.Markup[:0] }

var bids = rcpool.Pool[Bid]{Name: "bids"}

var errNoBid = errors.New("no bid")

type bidder struct {
	name string
	rng  *rand.Rand
	max  int
}

func (b *bidder) bid(floor int) (rcpool.Ref[Bid], error) {
	cents := b.rng.IntN(b.max)
	if cents < floor {
		return rcpool.Ref[Bid]{}, errNoBid
	}
	bid := bids.Get()
	v := bid.Value()
	v.Bidder, v.Cents = b.name, cents
	v.Markup = fmt.Appendf(v.Markup, "<ad by=%q/>", b.name)
	return bid, nil
}

// auction returns the markup of the best bid and the second highest price. The
// house makes the first bid.
func auction(bidders []*bidder, floor int) (markup string, price int) {
	house := bids.Get()
	house.Value().Bidder, house.Value().Cents = "house", floor
	best := house
	price = floor
	for _, b := range bidders {
		bid, err := b.bid(floor)
		if err != nil {
			continue
		}
		if bid.Value().Cents <= best.Value().Cents {
			price = max(price, bid.Value().Cents)
			bid.Release()
			continue
		}
		price = best.Value().Cents
		best.Release()
		best = bid
	}
	markup = string(best.Value().Markup)
	if best != house {
		best.Release()
	}
	house.Release()
	return markup, price
}

func main() {
	rng := rand.New(rand.NewPCG(1, 2))
	bidders := []*bidder{
		{"acme", rng, 200},
		{"blue", rng, 90},
		{"corp", rng, 400},
	}
	fmt.Println(auction(nil, 5))
	fmt.Println(auction(bidders[1:2], 95))
	fmt.Println(auction(bidders, 10))
}
