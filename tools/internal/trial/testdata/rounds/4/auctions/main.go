// truth: leak line 46,53 plain

// Auctions runs an ad auction: the best bid wins, the others are given back.
package main

import (
	"errors"
	"fmt"
	"sort"

	"github.com/rcpool/rcpool"
)

type Bid struct {
	Bidder string
	Cents  int
	Tags   []string
}

func (b *Bid) Reset() {
	clear(b.Tags)
	*b = Bid{Tags: b.Tags[:0]}
}

var bids = rcpool.Pool[Bid]{Name: "bids"}

var errNoBids = errors.New("no bid above the floor")

type Bidder struct {
	Name string
	Cap  int
	Tags []string
}

func (b Bidder) fill(bid *Bid, slot string) {
	bid.Bidder = b.Name
	bid.Cents = (len(slot)*37 + len(b.Name)*53) % b.Cap
	bid.Tags = append(bid.Tags, b.Tags...)
}

// auction returns the winner's bid, which the caller owns.
func auction(slot string, floor int, bidders []Bidder) (rcpool.Ref[Bid], error) {
	var best rcpool.Ref[Bid]
	top := floor
	for _, b := range bidders {
		bid := bids.Get()
		b.fill(bid.Value(), slot)
		if bid.Value().Cents <= top {
			bid.Release()
			continue
		}
		top = bid.Value().Cents
		best = bid
	}
	if best.IsZero() {
		return rcpool.Ref[Bid]{}, errNoBids
	}
	return best, nil
}

func main() {
	bidders := []Bidder{
		{"acme", 90, []string{"shoes"}},
		{"initech", 400, []string{"tps"}},
		{"globex corporation", 900, nil},
		{"umbrella", 50, []string{"rain", "pharma"}},
	}
	sort.Slice(bidders, func(i, j int) bool { return bidders[i].Cap < bidders[j].Cap })
	wins := map[string]int{}
	for _, slot := range []string{"top", "side", "footer", "interstitial"} {
		winner, err := auction(slot, 20, bidders)
		if err != nil {
			fmt.Println(slot, err)
			continue
		}
		wins[winner.Value().Bidder]++
		winner.Release()
	}
	fmt.Println(wins, "in use:", bids.Stats().InUse)
}
