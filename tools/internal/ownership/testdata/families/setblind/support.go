// Package setblind has methods that put a reference where another one may be, and do not
// look there first.
package setblind

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type Quote struct {
	Symbol string
	ID     int
	Price  int
}

var quotes = rcpool.Pool[Quote]{Name: "quotes"}

func get(symbol string, price int) rcpool.Ref[Quote] {
	quote := quotes.Get()
	*quote.Value() = Quote{Symbol: symbol, Price: price}
	return quote
}

// A base is a map of quotes with a lock.
type base struct {
	mu     sync.Mutex
	quotes map[string]rcpool.Ref[Quote]
}

func (b *base) clear() {
	for symbol, quote := range b.quotes {
		delete(b.quotes, symbol)
		quote.Release()
	}
}

func (b *base) print() {
	for symbol, quote := range b.quotes {
		fmt.Println(symbol, quote.Value().Price)
	}
}

// Pixels count their references themselves.
type pixels struct {
	refs atomic.Int32
	data []byte
}

func NewPixels(n int) *pixels {
	p := &pixels{data: make([]byte, n)}
	p.refs.Store(1)
	return p
}

func (p *pixels) IncRef() { p.refs.Add(1) }

func (p *pixels) DecRef() {
	if p.refs.Add(-1) == 0 {
		p.data = nil
	}
}
