// truth: correct

// Command tickerfan distributes quotes to subscribers by symbol.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type quote struct {
	symbol string
	price  int
}

var quotes = rcpool.Pool[quote]{Name: "quotes"}

type delivery struct {
	ref rcpool.Ref[quote]
	n   int
}

type subscriber struct {
	in     chan delivery
	filter func(*quote) bool
	total  int
	misses int
}

func (s *subscriber) offer(q rcpool.Ref[quote], n int) {
	if s.filter != nil && !s.filter(q.Value()) {
		return
	}
	d := delivery{q.Retain(), n}
	for {
		select {
		case s.in <- d:
			return
		default:
		}
		select {
		case old := <-s.in: // make room by losing the oldest
			old.ref.Release()
			s.misses++
		default:
		}
	}
}

func (s *subscriber) run() {
	for d := range s.in {
		s.total += d.ref.Value().price
		d.ref.Release()
	}
}

type hub struct {
	subs []*subscriber
	wg   sync.WaitGroup
}

func (h *hub) add(size int, filter func(*quote) bool) *subscriber {
	s := &subscriber{in: make(chan delivery, size), filter: filter}
	h.subs = append(h.subs, s)
	return s
}

func (h *hub) start() {
	for _, s := range h.subs {
		h.wg.Go(s.run)
	}
}

func (h *hub) feed(symbol string, price, n int) {
	q := quotes.Get()
	defer q.Release()
	*q.Value() = quote{symbol, price}
	for _, s := range h.subs {
		s.offer(q, n)
	}
}

func (h *hub) stop() {
	for _, s := range h.subs {
		close(s.in)
	}
	h.wg.Wait()
}

func main() {
	h := &hub{}
	all := h.add(64, nil)
	gold := h.add(64, func(q *quote) bool { return q.symbol == "AU" })
	tiny := h.add(2, nil)
	for i := range 10 {
		h.feed([]string{"AU", "AG"}[i%2], 100+i, i)
	}
	h.start()
	h.stop()
	fmt.Println(all.total, gold.total, tiny.total, tiny.misses)
}
