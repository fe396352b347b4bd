// truth: leak line 34,71 hard
package main

import (
	"fmt"
	"sort"
	"sync"

	"github.com/rcpool/rcpool"
)

type Quote struct {
	Symbol string
	Bids   []int
	Asks   []int
}

func (q *Quote) Reset() {
	*q = Quote{Bids: q.Bids[:0], Asks: q.Asks[:0]}
}

var quotes = rcpool.Pool[Quote]{Name: "quotes"}

// A Table has the latest quote of each symbol.
type Table struct {
	mu     sync.Mutex
	latest map[string]rcpool.Ref[Quote]
}

// Update takes over the quote.
func (t *Table) Update(quote rcpool.Ref[Quote]) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.latest[quote.Value().Symbol] = quote
}

func (t *Table) Remove(symbol string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	quote, ok := t.latest[symbol]
	if ok {
		delete(t.latest, symbol)
		quote.Release()
	}
	return ok
}

func (t *Table) Spreads() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var spreads []string
	for symbol, quote := range t.latest {
		q := quote.Value()
		spreads = append(spreads, fmt.Sprintf("%s %d", symbol, q.Asks[0]-q.Bids[0]))
	}
	sort.Strings(spreads)
	return spreads
}

func (t *Table) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for symbol := range t.latest {
		ref := t.latest[symbol]
		ref.Release()
	}
	clear(t.latest)
}

func feed(t *Table, symbol string, bid, ask int) {
	quote := quotes.Get()
	q := quote.Value()
	q.Symbol = symbol
	q.Bids = append(q.Bids, bid)
	q.Asks = append(q.Asks, ask)
	t.Update(quote)
}

func main() {
	t := &Table{latest: map[string]rcpool.Ref[Quote]{}}
	feed(t, "GOOG", 100, 103)
	feed(t, "AAPL", 50, 51)
	feed(t, "GOOG", 101, 102)
	feed(t, "MSFT", 70, 75)
	fmt.Println(t.Spreads(), t.Remove("MSFT"), t.Remove("IBM"))
	t.Close()
	fmt.Println("open leases:", quotes.Stats().InUse)
}
