// truth: correct

// An ad exchange asks all bidders at once and closes the auction at a deadline.
package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type bidRequest struct {
	id    string
	floor int
	tags  []string
}

func (b *bidRequest) Reset() {
	clear(b.tags)
	*b = bidRequest{tags: b.tags[:0]}
}

type creative struct {
	price  int
	markup []byte
}

func (c *creative) Reset() { *c = creative{markup: c.markup[:0]} }

var (
	requests  = rcpool.Pool[bidRequest]{Name: "requests"}
	creatives = rcpool.Pool[creative]{Name: "creatives"}
)

type bid struct {
	bidder string
	ad     rcpool.Ref[creative]
}

type bidder struct {
	name  string
	delay time.Duration
	price func(*bidRequest) int
}

func (b bidder) answer(r *bidRequest) (rcpool.Ref[creative], bool) {
	time.Sleep(b.delay)
	p := b.price(r)
	if p < r.floor {
		return rcpool.Ref[creative]{}, false
	}
	ad := creatives.Get()
	ad.Value().price = p
	ad.Value().markup = fmt.Appendf(ad.Value().markup, "<ad by=%q for=%q>", b.name, r.id)
	return ad, true
}

// auction returns the best bid in time, which the caller owns.
func auction(ctx context.Context, req rcpool.Ref[bidRequest], all []bidder, late *sync.WaitGroup) (best bid, ok bool) {
	bids := make(chan bid)
	var pending sync.WaitGroup
	for _, b := range all {
		pending.Go(req.Hold(func(r *bidRequest) {
			ad, ok := b.answer(r)
			if !ok {
				return
			}
			select {
			case bids <- bid{b.name, ad}:
			case <-ctx.Done():
				ad.Release()
			}
		}))
	}
	late.Go(func() {
		pending.Wait()
		close(bids)
	})
	for {
		select {
		case b, open := <-bids:
			if !open {
				return best, ok
			}
			if ok && best.ad.Value().price >= b.ad.Value().price {
				b.ad.Release()
				continue
			}
			if ok {
				best.ad.Release()
			}
			best, ok = b, true
		case <-ctx.Done():
			return best, ok
		}
	}
}

func serve(id string, all []bidder, late *sync.WaitGroup) {
	ctx, cancel := context.WithTimeout(context.Background(), 40*time.Millisecond)
	defer cancel()
	req := requests.Get()
	defer req.Release()
	req.Value().id, req.Value().floor = id, 10
	req.Value().tags = append(req.Value().tags, "sports", "eu")
	won, ok := auction(ctx, req, all, late)
	if !ok {
		fmt.Println(id, "no bid")
		return
	}
	defer won.ad.Release()
	fmt.Println(id, won.bidder != "", won.ad.Value().price >= 10)
}

func main() {
	var late sync.WaitGroup
	defer late.Wait()
	flat := func(p int) func(*bidRequest) int { return func(r *bidRequest) int { return p + len(r.tags) } }
	all := []bidder{{"quick", 0, flat(12)}, {"cheap", 0, flat(3)}, {"good", 5 * time.Millisecond, flat(30)}, {"slow", 80 * time.Millisecond, flat(99)}}
	for _, id := range []string{"r1", "r2", "r3"} {
		serve(id, all, &late)
	}
}
