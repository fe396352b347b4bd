// truth: correct
package main

import (
	"context"
	"fmt"
	"sort"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Impression struct {
	Slot    string
	Floor   int64
	Keyword []string
}

func (i *Impression) Reset() {
	clear(i.Keyword)
	*i = Impression{Keyword: i.Keyword[:0]}
}

var impressions = rcpool.Pool[Impression]{Name: "impressions"}

type bidder struct {
	seat  string
	delay time.Duration
	price func(*Impression) int64
}

type result struct {
	seat   string
	micros int64
}

type exchange struct {
	bidders []bidder
	budget  time.Duration
	late    sync.WaitGroup // bidders that answer after the auction
}

// auction asks all bidders and does not wait for those that are slow.
func (x *exchange) auction(slot string, floor int64, words ...string) (result, error) {
	ctx, cancel := context.WithTimeout(context.Background(), x.budget)
	defer cancel()
	imp := impressions.Get()
	defer imp.Release()
	v := imp.Value()
	v.Slot, v.Floor = slot, floor
	v.Keyword = append(v.Keyword, words...)
	answers := make(chan result, len(x.bidders))
	for _, b := range x.bidders {
		ask := imp.Hold(func(i *Impression) {
			if b.delay > 0 {
				time.Sleep(b.delay)
			}
			answers <- result{b.seat, b.price(i)}
		})
		x.late.Add(1)
		go func() {
			defer x.late.Done()
			ask()
		}()
	}
	var got []result
wait:
	for range x.bidders {
		select {
		case r := <-answers:
			if r.micros >= floor {
				got = append(got, r)
			}
		case <-ctx.Done():
			break wait
		}
	}
	if len(got) == 0 {
		return result{}, fmt.Errorf("%s: no bids", v.Slot)
	}
	sort.Slice(got, func(i, j int) bool { return got[i].micros > got[j].micros })
	return got[0], nil
}

func main() {
	byWords := func(n int64) func(*Impression) int64 {
		return func(i *Impression) int64 { return n * int64(len(i.Keyword)) }
	}
	x := &exchange{budget: 150 * time.Millisecond, bidders: []bidder{
		{"acme", 0, byWords(300)},
		{"omni", 0, func(i *Impression) int64 { return i.Floor }},
		{"slow", 300 * time.Millisecond, byWords(5000)},
	}}
	fmt.Println(x.auction("top", 500, "auto", "suv"))
	fmt.Println(x.auction("side", 100_000_000, "auto"))
	x.late.Wait()
}
