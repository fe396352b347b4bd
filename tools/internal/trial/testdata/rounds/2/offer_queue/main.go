// truth: double-release line 63 callee
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type Offer struct {
	Item string
	Bid  int
}

type queue struct {
	mu     sync.Mutex
	items  chan rcpool.Ref[Offer]
	closed bool
}

// put takes the offer over and reports whether it was queued. An offer that
// finds the queue full or closed is dropped.
func (q *queue) put(o rcpool.Ref[Offer]) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		o.Release()
		return false
	}
	select {
	case q.items <- o:
		return true
	default:
		o.Release()
		return false
	}
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	close(q.items)
}

type auction struct {
	offers rcpool.Pool[Offer]
	queue  *queue
}

var errBusy = errors.New("busy")

func (a *auction) bid(item string, amount int) error {
	if amount <= 0 {
		return fmt.Errorf("bid of %d", amount)
	}
	o := a.offers.Get()
	*o.Value() = Offer{Item: item, Bid: amount}
	if ok := a.queue.put(o); !ok {
		o.Release()
		return errBusy
	}
	return nil
}

func main() {
	a := &auction{queue: &queue{items: make(chan rcpool.Ref[Offer], 2)}}
	for _, amount := range []int{10, -1, 12, 14} {
		func() {
			defer func() {
				if p := recover(); p != nil {
					fmt.Println("panic:", strings.SplitN(fmt.Sprint(p), "\n", 2)[0])
				}
			}()
			fmt.Println(amount, a.bid("vase", amount))
		}()
	}
	a.queue.close()
	best := 0
	for o := range a.queue.items {
		best = max(best, o.Value().Bid)
		o.Release()
	}
	fmt.Println("best:", best)
}
