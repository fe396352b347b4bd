// truth: use-after-release line 67 hard

// Tickcompactor merges market ticks into bars. Ticks are buffered until the
// bar is complete; gaps are filled from the tick before.
package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

type tick struct {
	symbol string
	price  float64
	volume int
	at     int
}

type bar struct {
	symbol                 string
	open, high, low, close float64
	volume                 int
	gap                    bool
}

type compactor struct {
	pool    rcpool.Pool[tick]
	symbol  string
	pending []rcpool.Ref[tick]
	bars    []bar
	width   int
}

func (c *compactor) feed(at int, price float64, volume int) {
	ref := c.pool.Get()
	*ref.Value() = tick{c.symbol, price, volume, at}
	if len(c.pending) > 0 && at/c.width != c.pending[0].Value().at/c.width {
		c.roll(at / c.width)
	}
	c.pending = append(c.pending, ref)
}

// discard gives the buffered ticks back.
func (c *compactor) discard() {
	for i, ref := range c.pending {
		ref.Release()
		c.pending[i] = rcpool.Ref[tick]{}
	}
	c.pending = c.pending[:0]
}

// roll closes the current bar, and fills the gap up to the bar that begins.
func (c *compactor) roll(next int) {
	first, last := c.pending[0], c.pending[len(c.pending)-1]
	b := bar{symbol: c.symbol, open: first.Value().price, close: last.Value().price}
	b.high, b.low = b.open, b.open
	for _, ref := range c.pending {
		t := ref.Value()
		b.high, b.low = max(b.high, t.price), min(b.low, t.price)
		b.volume += t.volume
	}
	c.bars = append(c.bars, b)
	current := first.Value().at / c.width
	c.discard()
	for current++; current < next; current++ {
		price := last.Value().price
		c.bars = append(c.bars, bar{c.symbol, price, price, price, price, 0, true})
	}
}

func (c *compactor) close() []bar {
	if len(c.pending) > 0 {
		c.roll(0)
	}
	return c.bars
}

func main() {
	c := &compactor{symbol: "XYZ", width: 10}
	for i, price := range []float64{10, 11, 9.5, 12, 12.5, 11} {
		c.feed(i*4, price, 100+i)
	}
	c.feed(55, 13, 7)
	for _, b := range c.close() {
		fmt.Printf("%+v\n", b)
	}
}
