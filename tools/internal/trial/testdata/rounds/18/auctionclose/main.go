// truth: use-after-release line 69 callee
package main

import (
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
)

type Offer struct {
	Seat     string
	Creative string
	Micros   int64
}

var offers = rcpool.Pool[Offer]{Name: "offers"}

type auction struct {
	id      string
	reserve int64
	winner  rcpool.Ref[Offer]
	second  int64
	began   time.Time
}

func (a *auction) bid(seat, creative string, micros int64) {
	o := offers.Get()
	*o.Value() = Offer{seat, creative, micros}
	switch {
	case micros < a.reserve:
		o.Release()
	case a.winner.IsZero():
		a.winner, a.second = o, a.reserve
	case micros > a.winner.Value().Micros:
		a.second = a.winner.Value().Micros
		a.winner.Release()
		a.winner = o
	default:
		a.second = max(a.second, micros)
		o.Release()
	}
}

// close ends the auction and frees what it holds.
func (a *auction) close() time.Duration {
	rcpool.Drop(&a.winner)
	return time.Since(a.began)
}

type notice struct {
	seat, creative string
	micros         int64
	slow           bool
}

func clearing(id string, bids map[string]int64) (notice, bool) {
	a := &auction{id: id, reserve: 200, began: time.Now()}
	for seat, micros := range bids {
		a.bid(seat, seat+"/728x90", micros)
	}
	if a.winner.IsZero() {
		a.close()
		return notice{}, false
	}
	w := a.winner.Value()
	n := notice{seat: w.Seat, micros: a.second}
	n.slow = a.close() > 100*time.Millisecond
	n.creative = w.Creative
	return n, true
}

func main() {
	fmt.Println(clearing("none", map[string]int64{"tiny": 10}))
	fmt.Println(clearing("one", map[string]int64{"acme": 900, "omni": 650, "tiny": 10}))
}
