// truth: leak line 48,56 hard

package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Offer struct {
	Processor string
	FeeBps    int
	Rules     []string
}

func (o *Offer) Reset() {
	clear(o.Rules)
	*o = Offer{Rules: o.Rules[:0]}
}

var offers = rcpool.Pool[Offer]{Name: "offers"}

var errNoRoute = errors.New("no processor takes the card")

type processor struct {
	name  string
	fee   int
	cards map[string]bool
}

func (p processor) quote(card string) (rcpool.Ref[Offer], bool) {
	if !p.cards[card] {
		return rcpool.Ref[Offer]{}, false
	}
	ref := offers.Get()
	o := ref.Value()
	o.Processor, o.FeeBps = p.name, p.fee
	o.Rules = append(o.Rules, "3ds", card)
	return ref, true
}

// route returns the cheapest offer, which the caller owns.
func route(procs []processor, card string) (rcpool.Ref[Offer], error) {
	var best rcpool.Ref[Offer]
	for _, p := range procs {
		offer, ok := p.quote(card)
		if !ok {
			continue
		}
		switch {
		case best.IsZero():
			best = offer
		case offer.Value().FeeBps < best.Value().FeeBps:
			best = offer
		default:
			offer.Release()
		}
	}
	if best.IsZero() {
		return best, fmt.Errorf("%s: %w", card, errNoRoute)
	}
	return best, nil
}

func main() {
	procs := []processor{
		{"north", 45, map[string]bool{"visa": true}},
		{"south", 30, map[string]bool{"visa": true, "amex": true}},
		{"east", 60, map[string]bool{"amex": true}},
	}
	for _, card := range []string{"visa", "amex", "jcb"} {
		ref, err := route(procs, card)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(ref.Value().Processor, ref.Value().Rules)
		ref.Release()
	}
}
