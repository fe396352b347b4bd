// truth: correct

// Command bidder runs a second-price auction over several demand partners.
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

var errNoFill = errors.New("no fill")

type BidRequest struct {
	ID    string
	Geo   string
	Floor int64
	Segs  []uint32
}

func (b *BidRequest) Reset() {
	b.ID, b.Geo, b.Floor = "", "", 0
	b.Segs = b.Segs[:0]
}

type bid struct {
	seat  string
	price int64
}

var requests = rcpool.Pool[BidRequest]{
	Name: "bid requests",
	Keep: func(b *BidRequest) bool { return cap(b.Segs) <= 512 },
}

type partner interface {
	Name() string
	Price(*BidRequest) (int64, bool)
}

type flat struct {
	name string
	cpm  int64
	lag  time.Duration
}

func (f flat) Name() string { return f.name }
func (f flat) Price(r *BidRequest) (int64, bool) {
	time.Sleep(f.lag)
	return f.cpm, f.cpm >= r.Floor
}

type geo struct {
	flat
	only string
}

func (g geo) Price(r *BidRequest) (int64, bool) {
	if r.Geo != g.only {
		return 0, false
	}
	return g.flat.Price(r)
}

type exchange struct {
	partners   []partner
	timeout    time.Duration
	stragglers sync.WaitGroup
}

// auction borrows the request; slow partners keep references of their own.
func (x *exchange) auction(ctx context.Context, req *rcpool.Ref[BidRequest]) (bid, error) {
	ctx, cancel := context.WithTimeout(ctx, x.timeout)
	defer cancel()
	out := make(chan bid, len(x.partners))
	for _, p := range x.partners {
		x.stragglers.Go(req.Hold(func(r *BidRequest) {
			price, ok := p.Price(r)
			if !ok {
				price = 0
			}
			out <- bid{p.Name(), price}
		}))
	}
	var first, second bid
	for range x.partners {
		select {
		case b := <-out:
			switch {
			case b.price > first.price:
				first, second = b, first
			case b.price > second.price:
				second = b
			}
		case <-ctx.Done():
			return settle(first, second, req.Value().Floor)
		}
	}
	return settle(first, second, req.Value().Floor)
}

func settle(first, second bid, floor int64) (bid, error) {
	if first.price == 0 {
		return bid{}, errNoFill
	}
	first.price = max(second.price+1, floor)
	return first, nil
}

func (x *exchange) serve(ctx context.Context, id, where string, floor int64, segs ...uint32) (bid, error) {
	req := requests.Get()
	defer req.Release()
	r := req.Value()
	r.ID, r.Geo, r.Floor = id, where, floor
	r.Segs = append(r.Segs, segs...)
	return x.auction(ctx, &req)
}

func main() {
	x := &exchange{timeout: 20 * time.Millisecond, partners: []partner{
		flat{"acme", 120, 0},
		geo{flat{"norte", 300, time.Millisecond}, "BR"},
		flat{"slowpoke", 900, 60 * time.Millisecond},
	}}
	for i, where := range []string{"BR", "DE", "BR"} {
		b, err := x.serve(context.Background(), fmt.Sprint("r", i), where, 100, 7, 9)
		fmt.Println(where, b.seat, b.price, err)
	}
	_, err := x.serve(context.Background(), "r9", "DE", 500)
	fmt.Println(err)
	x.stragglers.Wait()
	check()
}
