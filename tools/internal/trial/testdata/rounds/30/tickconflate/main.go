// truth: correct

// Command tickconflate merges market data: between two publications only the
// newest quote of a symbol is kept, and slow readers get whole snapshots.
package main

import (
	"fmt"
	"sort"
	"sync"

	"github.com/rcpool/rcpool"
)

type quote struct {
	Symbol   string
	Bid, Ask float64
	Seq      int
}

var quotes = rcpool.Pool[quote]{Name: "quotes"}

type book map[string]rcpool.Ref[quote]

// release gives up everything that the book owns.
func (b book) release() {
	for symbol, q := range b {
		q.Release()
		delete(b, symbol)
	}
}

type conflator struct {
	mu      sync.Mutex
	pending book
	dropped int
	wake    chan struct{}
	closed  bool
}

func newConflator() *conflator {
	return &conflator{pending: book{}, wake: make(chan struct{}, 1)}
}

// update takes q over. An older quote than the pending one is thrown away.
func (c *conflator) update(q rcpool.Ref[quote]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v := q.Value()
	if old, ok := c.pending[v.Symbol]; ok {
		c.dropped++
		if old.Value().Seq >= v.Seq {
			q.Release()
			return
		}
		old.Release()
	}
	c.pending[v.Symbol] = q
	c.signal()
}

func (c *conflator) signal() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// take hands the pending quotes over; more is false after close.
func (c *conflator) take() (b book, more bool) {
	<-c.wake
	c.mu.Lock()
	defer c.mu.Unlock()
	b, c.pending = c.pending, book{}
	return b, !c.closed
}

func (c *conflator) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	c.signal()
}

func publish(b book, last map[string]float64) {
	defer b.release()
	symbols := make([]string, 0, len(b))
	for symbol := range b {
		symbols = append(symbols, symbol)
	}
	sort.Strings(symbols)
	for _, symbol := range symbols {
		q := b[symbol].Value()
		last[symbol] = (q.Bid + q.Ask) / 2
	}
}

func main() {
	c := newConflator()
	last := map[string]float64{}
	var reader sync.WaitGroup
	reader.Go(func() {
		for more := true; more; {
			var b book
			b, more = c.take()
			publish(b, last)
		}
	})
	for seq := range 50 {
		for i, symbol := range []string{"ACME", "INIT", "UMBR"} {
			q := quotes.Get()
			*q.Value() = quote{Symbol: symbol, Bid: float64(seq + i), Ask: float64(seq + i + 1), Seq: seq}
			c.update(q)
		}
	}
	c.close()
	reader.Wait()
	fmt.Println(last)
}
