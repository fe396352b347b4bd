// truth: correct

// Command auction keeps the leading bid of each lot and settles lots as they
// close.
package main

import (
	"errors"
	"fmt"
	"sort"
	"sync"

	"github.com/rcpool/rcpool"
)

type Bid struct {
	Lot    string
	Bidder string
	Cents  int64
	Trail  []string
}

var bids = rcpool.Pool[Bid]{
	Name: "bids",
	Reset: func(b *Bid) {
		clear(b.Trail)
		*b = Bid{Trail: b.Trail[:0]}
	},
}

var errClosed = errors.New("book is closed")

// A Book owns the leading bid of each lot.
type Book struct {
	mu     sync.Mutex
	best   map[string]rcpool.Ref[Bid]
	closed bool
}

func newBid(lot, bidder string, cents int64) rcpool.Ref[Bid] {
	bid := bids.Get()
	b := bid.Value()
	b.Lot, b.Bidder, b.Cents = lot, bidder, cents
	b.Trail = append(b.Trail, "received")
	return bid
}

// Offer takes bid over, and reports whether it leads now.
func (b *Book) Offer(bid rcpool.Ref[Bid]) (bool, error) {
	defer rcpool.Drop(&bid)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return false, errClosed
	}
	lot := bid.Value().Lot
	if leader, ok := b.best[lot]; ok {
		if leader.Value().Cents >= bid.Value().Cents {
			return false, nil
		}
		leader.Release()
	}
	bid.Value().Trail = append(bid.Value().Trail, "leading")
	b.best[lot] = rcpool.Move(&bid)
	return true, nil
}

// Settle hands the leading bid of lot to the caller.
func (b *Book) Settle(lot string) (rcpool.Ref[Bid], bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	leader, ok := b.best[lot]
	delete(b.best, lot)
	return leader, ok
}

func (b *Book) Close() (unsold []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	for lot, leader := range b.best {
		unsold = append(unsold, lot)
		leader.Release()
	}
	clear(b.best)
	sort.Strings(unsold)
	return unsold
}

func main() {
	book := &Book{best: make(map[string]rcpool.Ref[Bid])}
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for step := range 20 {
				lot := fmt.Sprintf("lot-%d", step%3)
				if _, err := book.Offer(newBid(lot, fmt.Sprint("b", i), int64(100*step+i))); err != nil {
					fmt.Println(err)
					return
				}
			}
		})
	}
	wg.Wait()
	if winner, ok := book.Settle("lot-1"); ok {
		fmt.Println(winner.Value().Lot, "goes to", winner.Value().Bidder, winner.Value().Cents)
		winner.Release()
	}
	fmt.Println("unsold:", book.Close())
	if _, err := book.Offer(newBid("lot-9", "late", 1)); err != nil {
		fmt.Println("late bid:", err)
	}
}
