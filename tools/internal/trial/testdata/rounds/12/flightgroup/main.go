// truth: correct

package main

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Quote struct {
	Symbol string
	Price  int64
	Depth  []int64
}

func (q *Quote) Reset() { *q = Quote{Depth: q.Depth[:0]} }

var quotes = rcpool.Pool[Quote]{Name: "quotes"}

var errUnknown = errors.New("unknown symbol")

type flight struct {
	waiters []chan result
}

type result struct {
	ref rcpool.Ref[Quote]
	err error
}

type group struct {
	mu     sync.Mutex
	calls  map[string]*flight
	loads  int
	source func(string) (rcpool.Ref[Quote], error)
}

// fetch returns a quote that the caller owns.
func (g *group) fetch(symbol string) (rcpool.Ref[Quote], error) {
	g.mu.Lock()
	if f, ok := g.calls[symbol]; ok {
		ch := make(chan result, 1)
		f.waiters = append(f.waiters, ch)
		g.mu.Unlock()
		r := <-ch
		return r.ref, r.err
	}
	f := &flight{}
	g.calls[symbol] = f
	g.loads++
	g.mu.Unlock()

	ref, err := g.source(symbol)

	g.mu.Lock()
	delete(g.calls, symbol)
	waiters := f.waiters
	g.mu.Unlock()
	for _, ch := range waiters {
		if err != nil {
			ch <- result{err: err}
			continue
		}
		ch <- result{ref: ref.Retain()}
	}
	return ref, err
}

func exchange(symbol string) (rcpool.Ref[Quote], error) {
	time.Sleep(2 * time.Millisecond)
	ref := quotes.Get()
	defer rcpool.Drop(&ref)
	q := ref.Value()
	q.Symbol = symbol
	for i := range len(symbol) {
		q.Depth = append(q.Depth, int64(symbol[i]))
		q.Price += int64(symbol[i])
	}
	if q.Price > 300 {
		return rcpool.Ref[Quote]{}, fmt.Errorf("%s: %w", symbol, errUnknown)
	}
	return rcpool.Move(&ref), nil
}

func main() {
	g := &group{calls: map[string]*flight{}, source: exchange}
	var mu sync.Mutex
	var sum int64
	bad := 0
	var wg sync.WaitGroup
	for i := range 30 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			symbol := []string{"GO", "RC", "WXYZ"}[i%3]
			ref, err := g.fetch(symbol)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				bad++
				return
			}
			sum += ref.Value().Price
			ref.Release()
		}()
	}
	wg.Wait()
	fmt.Println(sum, bad, g.loads <= 30)
}
