// truth: double-release line 76 callee

// Command tradefeed republishes market data with sequence numbers.
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Tick struct {
	Seq    uint64
	Symbol string
	Bid    int64
	Ask    int64
}

var ticks = rcpool.Pool[Tick]{Name: "ticks"}

var (
	errCrossed = errors.New("crossed market")
	errSlow    = errors.New("consumer is too slow")
)

type Bus struct {
	mu     sync.Mutex
	seq    uint64
	out    chan rcpool.Ref[Tick]
	closed bool
}

// Publish numbers the tick and queues it.
func (b *Bus) Publish(t rcpool.Ref[Tick]) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		t.Release()
		return errors.New("bus is closed")
	}
	t.Value().Seq = b.seq + 1
	select {
	case b.out <- t:
		b.seq++
		return nil
	default:
		t.Release()
		return errSlow
	}
}

func (b *Bus) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	close(b.out)
}

type Normalizer struct {
	bus     *Bus
	dropped map[string]int
}

func (n *Normalizer) On(symbol string, bid, ask int64) error {
	tick := ticks.Get()
	t := tick.Value()
	t.Symbol, t.Bid, t.Ask = symbol, bid, ask
	if bid >= ask {
		tick.Release()
		n.dropped[symbol]++
		return errCrossed
	}
	if err := n.bus.Publish(tick); err != nil {
		tick.Release()
		n.dropped[symbol]++
		return fmt.Errorf("%s: %w", symbol, err)
	}
	return nil
}

func main() {
	bus := &Bus{out: make(chan rcpool.Ref[Tick], 2)}
	n := &Normalizer{bus: bus, dropped: map[string]int{}}
	fmt.Println(n.On("EURUSD", 108, 109))
	fmt.Println(n.On("EURUSD", 110, 109))
	fmt.Println(n.On("GBPUSD", 126, 127))
	fmt.Println(n.On("USDJPY", 150, 151))
	bus.Close()
	for t := range bus.out {
		fmt.Println(t.Value().Seq, t.Value().Symbol)
		t.Release()
	}
	fmt.Println(n.dropped)
}
