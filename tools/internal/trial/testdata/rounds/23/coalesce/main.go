// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

// A Quote is what the upstream answers.
type Quote struct {
	Symbol string
	Depth  []float64
}

func (q *Quote) Reset() { *q = Quote{Depth: q.Depth[:0]} }

var quotes = rcpool.Pool[Quote]{Name: "quotes"}

type flight struct {
	done    chan struct{}
	waiters int
	copies  chan rcpool.Ref[Quote]
	err     error
}

// A Group runs one fetch per symbol at a time.
type Group struct {
	mu      sync.Mutex
	flights map[string]*flight
}

// Do returns a quote which belongs to the caller.
func (g *Group) Do(symbol string, fetch func(*Quote) error) (_ rcpool.Ref[Quote], shared bool, _ error) {
	g.mu.Lock()
	if f, ok := g.flights[symbol]; ok {
		f.waiters++
		g.mu.Unlock()
		<-f.done
		if f.err != nil {
			return rcpool.Ref[Quote]{}, true, f.err
		}
		return <-f.copies, true, nil
	}
	f := &flight{done: make(chan struct{})}
	if g.flights == nil {
		g.flights = make(map[string]*flight)
	}
	g.flights[symbol] = f
	g.mu.Unlock()

	q := quotes.Get()
	defer rcpool.Drop(&q)
	f.err = errors.New("fetch panicked")
	defer func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.flights[symbol] == f {
			delete(g.flights, symbol)
		}
		close(f.done)
	}()

	q.Value().Symbol = symbol
	err := fetch(q.Value())

	g.mu.Lock()
	delete(g.flights, symbol)
	n := f.waiters
	g.mu.Unlock()

	f.err = err
	if err != nil {
		return rcpool.Ref[Quote]{}, false, err
	}
	f.copies = make(chan rcpool.Ref[Quote], n)
	for range n {
		f.copies <- q.Retain()
	}
	return rcpool.Move(&q), false, nil
}

var errHalted = errors.New("trading halted")

func upstream(q *Quote) error {
	time.Sleep(5 * time.Millisecond)
	if q.Symbol == "HALT" {
		return errHalted
	}
	for i := range 10 {
		q.Depth = append(q.Depth, float64(len(q.Symbol)*i))
	}
	return nil
}

func main() {
	var g Group
	var wg sync.WaitGroup
	var mu sync.Mutex
	counts := map[string]int{}
	for i := range 30 {
		symbol := []string{"ACME", "HALT", "INI"}[i%3]
		wg.Add(1)
		go func() {
			defer wg.Done()
			q, _, err := g.Do(symbol, upstream)
			if err != nil {
				mu.Lock()
				counts["failed"]++
				mu.Unlock()
				return
			}
			defer q.Release()
			mu.Lock()
			defer mu.Unlock()
			counts[q.Value().Symbol] += len(q.Value().Depth)
		}()
	}
	wg.Wait()
	fmt.Println(counts)
}
