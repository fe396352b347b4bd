// truth: leak line 75 hard

// Command ttlheap hands out reserved seats that expire when nobody pays.
package main

import (
	"container/heap"
	"fmt"

	"github.com/rcpool/rcpool"
)

type hold struct {
	seat    string
	buyer   string
	expires int
	paid    bool
}

var holds = rcpool.Pool[hold]{Name: "holds"}

type byExpiry []rcpool.Ref[hold]

func (h byExpiry) Len() int           { return len(h) }
func (h byExpiry) Less(i, k int) bool { return h[i].Value().expires < h[k].Value().expires }
func (h byExpiry) Swap(i, k int)      { h[i], h[k] = h[k], h[i] }
func (h *byExpiry) Push(x any)        { *h = append(*h, x.(rcpool.Ref[hold])) }
func (h *byExpiry) Pop() any {
	n := len(*h) - 1
	last := (*h)[n]
	(*h)[n] = rcpool.Ref[hold]{}
	*h = (*h)[:n]
	return last
}

type hall struct {
	now    int
	ttl    int
	queue  byExpiry
	seats  map[string]string // seat to buyer
	sold   int
	lapsed []string
}

// reserve holds a seat for the buyer.
func (h *hall) reserve(seat, buyer string) bool {
	if _, taken := h.seats[seat]; taken {
		return false
	}
	ref := holds.Get()
	v := ref.Value()
	v.seat, v.buyer, v.expires = seat, buyer, h.now+h.ttl
	h.seats[seat] = buyer
	heap.Push(&h.queue, ref)
	return true
}

func (h *hall) pay(seat string) bool {
	for _, ref := range h.queue {
		if v := ref.Value(); v.seat == seat && !v.paid {
			v.paid = true
			return true
		}
	}
	return false
}

// advance moves the clock and lets holds expire.
func (h *hall) advance(ticks int) {
	h.now += ticks
	for h.queue.Len() > 0 {
		if h.queue[0].Value().expires > h.now {
			return
		}
		ref := heap.Pop(&h.queue).(rcpool.Ref[hold])
		v := ref.Value()
		if v.paid {
			h.sold++
			continue
		}
		delete(h.seats, v.seat)
		h.lapsed = append(h.lapsed, v.seat)
		ref.Release()
	}
}

func (h *hall) close() {
	for h.queue.Len() > 0 {
		ref := heap.Pop(&h.queue).(rcpool.Ref[hold])
		ref.Release()
	}
}

func main() {
	h := &hall{ttl: 5, seats: make(map[string]string)}
	defer h.close()
	fmt.Println(h.reserve("A1", "ada"), h.reserve("A1", "bob"), h.reserve("A2", "bob"))
	h.advance(2)
	fmt.Println(h.reserve("A3", "cyd"), h.pay("A2"), h.pay("Z9"))
	h.advance(4)
	fmt.Println(h.lapsed, h.sold)
	fmt.Println(h.reserve("A1", "bob"), h.reserve("A2", "ada"))
	h.advance(2)
	fmt.Println(h.lapsed, h.sold, len(h.seats))
}
