// truth: reset line 22 plain
package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

// Bid is what a bidder answers to an auction.
type Bid struct {
	Bidder   string
	Micros   int64
	DealID   string
	Creative []byte
}

// bids keeps the memory of the creatives.
var bids = &rcpool.Pool[Bid]{
	Name: "bid",
	New:  func() *Bid { return &Bid{Creative: make([]byte, 0, 256)} },
	Reset: func(b *Bid) {
		b.Bidder = ""
		b.Micros = 0
		b.Creative = b.Creative[:0]
	},
	Keep: func(b *Bid) bool { return cap(b.Creative) < 4<<10 },
}

type slot struct {
	floor int64
	deal  string
}

type bidder struct {
	name  string
	deals map[string]bool
	base  int64
}

// offer makes a bid. The caller owns it.
func (d *bidder) offer(s slot) rcpool.Ref[Bid] {
	ref := bids.Get()
	b := ref.Value()
	b.Bidder = d.name
	b.Micros = d.base
	if d.deals[s.deal] {
		b.DealID = s.deal
		b.Micros += 1000
	}
	b.Creative = append(b.Creative, "<ad by "+d.name+">"...)
	return ref
}

func auction(s slot, bidders []*bidder) (winner, deal string) {
	var best rcpool.Ref[Bid]
	defer func() { rcpool.Drop(&best) }()
	for _, d := range bidders {
		bid := d.offer(s)
		if bid.Value().Micros < s.floor || !best.IsZero() && best.Value().Micros >= bid.Value().Micros {
			bid.Release()
			continue
		}
		rcpool.Drop(&best)
		best = bid
	}
	if best.IsZero() {
		return "", ""
	}
	return best.Value().Bidder, best.Value().DealID
}

func main() {
	bidders := []*bidder{
		{"alpha", map[string]bool{"d1": true}, 500},
		{"beta", nil, 900},
	}
	odd := 0
	for i := range 100 {
		s := slot{floor: 100}
		if i%3 == 0 {
			s.deal = "d1"
		}
		if who, deal := auction(s, bidders); deal != s.deal {
			odd++
			_ = who
		}
	}
	fmt.Println("auctions with a deal of another slot:", odd)
}
