// truth: use-after-release line 106 hard

// Command auction runs second-price auctions for ad slots: it asks all bidders
// at once, and takes the best of the bids that came in time.
package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
)

type Bid struct {
	Bidder   string
	Micros   int64
	Creative []byte
}

func (b *Bid) Reset() {
	b.Bidder, b.Micros = "", 0
	b.Creative = b.Creative[:0]
}

var bids = rcpool.Pool[Bid]{Name: "ads.bids"}

type bidder struct {
	name   string
	micros int64
	delay  time.Duration
}

// ask sends one bid on the channel, or a zero reference if there is none.
func (b bidder) ask(ctx context.Context, slot string, to chan<- rcpool.Ref[Bid]) {
	select {
	case <-time.After(b.delay):
	case <-ctx.Done():
		to <- rcpool.Ref[Bid]{}
		return
	}
	if b.micros == 0 {
		to <- rcpool.Ref[Bid]{}
		return
	}
	ref := bids.Get()
	v := ref.Value()
	v.Bidder, v.Micros = b.name, b.micros
	v.Creative = fmt.Appendf(v.Creative, "<ad by=%q slot=%q>", b.name, slot)
	to <- ref
}

// collect returns the bids of all bidders. The caller owns them.
func collect(ctx context.Context, slot string, bidders []bidder) []rcpool.Ref[Bid] {
	answers := make(chan rcpool.Ref[Bid], len(bidders))
	for _, b := range bidders {
		go b.ask(ctx, slot, answers)
	}
	var all []rcpool.Ref[Bid]
	for range bidders {
		if ref := <-answers; !ref.IsZero() {
			all = append(all, ref)
		}
	}
	return all
}

type sale struct {
	winner string
	micros int64
	markup string
}

var errNoBids = errors.New("no bids")

type house struct {
	floor    int64
	deadline time.Duration
}

func (h *house) sell(ctx context.Context, slot string, bidders []bidder) (sale, error) {
	ctx, cancel := context.WithTimeout(ctx, h.deadline)
	defer cancel()
	all := collect(ctx, slot, bidders)
	var best rcpool.Ref[Bid]
	price := h.floor
	for _, ref := range all {
		switch b := ref.Value(); {
		case b.Micros < h.floor:
		case best.IsZero():
			best = ref
		case b.Micros > best.Value().Micros:
			price = best.Value().Micros
			best = ref
		case b.Micros > price:
			price = b.Micros
		}
	}
	for _, ref := range all {
		ref.Release()
	}
	if best.IsZero() {
		return sale{}, fmt.Errorf("slot %s: %w", slot, errNoBids)
	}
	w := best.Value()
	return sale{winner: w.Bidder, micros: price, markup: string(w.Creative)}, nil
}

func main() {
	h := &house{floor: 100, deadline: 20 * time.Millisecond}
	_, err := h.sell(context.Background(), "side", []bidder{{name: "cheap", micros: 50}, {name: "mute"}})
	fmt.Println(err)
	s, err := h.sell(context.Background(), "top", []bidder{
		{name: "acme", micros: 900, delay: time.Millisecond},
		{name: "globex", micros: 1200, delay: 2 * time.Millisecond},
		{name: "initech", micros: 9000, delay: time.Second},
	})
	fmt.Println(s.winner, s.micros, err)
}
