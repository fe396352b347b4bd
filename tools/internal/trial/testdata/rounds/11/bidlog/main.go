// truth: use-after-release line 57 plain
package main

import (
	"errors"
	"fmt"
	"log"
	"os"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Bid struct {
	Auction int
	Bidder  string
	Cents   int64
	At      time.Time
}

var bids = rcpool.Pool[Bid]{Name: "bids"}

var errLow = errors.New("bid too low")

type house struct {
	mu   sync.Mutex
	high map[int]int64
	log  *log.Logger
}

func (h *house) accept(auction int, cents int64) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if cents <= h.high[auction] {
		return errLow
	}
	h.high[auction] = cents
	return nil
}

func (h *house) place(auction int, bidder string, cents int64) error {
	bid := bids.Get()
	b := bid.Value()
	b.Auction, b.Bidder, b.Cents, b.At = auction, bidder, cents, time.Now()

	err := h.accept(b.Auction, b.Cents)
	if err != nil {
		err = fmt.Errorf("%s: %w", b.Bidder, err)
	}
	bid.Release()

	if errors.Is(err, errLow) {
		h.log.Printf("auction %d: %d is not enough", auction, cents)
		return err
	}
	h.log.Printf("auction %d: %s leads", b.Auction, bidder)
	return nil
}

func main() {
	h := &house{high: map[int]int64{}, log: log.New(os.Stdout, "bid ", 0)}
	for i, cents := range []int64{100, 150, 120, 400} {
		if err := h.place(7, fmt.Sprint("user", i), cents); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(h.high[7])
}
