// truth: correct

package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool/classic"
)

type Tick struct {
	classic.ReferenceCounter
	Symbol string
	Cents  int64
	Flags  []string
}

var ticks = classic.NewReferenceCountedPool(
	func(counter classic.ReferenceCounter) classic.ReferenceCountable {
		return &Tick{ReferenceCounter: counter}
	},
	func(i interface{}) error {
		t, ok := i.(*Tick)
		if !ok {
			return errors.New("not a tick")
		}
		t.Symbol, t.Cents, t.Flags = "", 0, t.Flags[:0]
		return nil
	},
)

type board struct {
	mu   sync.Mutex
	last map[string]*Tick
}

func (b *board) set(t *Tick) {
	t.IncrementReferenceCount()
	b.mu.Lock()
	old := b.last[t.Symbol]
	b.last[t.Symbol] = t
	b.mu.Unlock()
	if old != nil {
		old.DecrementReferenceCount()
	}
}

func (b *board) clear() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	var sum int64
	for symbol, t := range b.last {
		sum += t.Cents
		delete(b.last, symbol)
		t.DecrementReferenceCount()
	}
	return sum
}

func parse(line string) (*Tick, error) {
	t := ticks.Get().(*Tick)
	if n, err := fmt.Sscanf(line, "%s %d", &t.Symbol, &t.Cents); err != nil {
		t.DecrementReferenceCount()
		return nil, fmt.Errorf("%d fields: %w", n, err)
	}
	if t.Cents > 100 {
		t.Flags = append(t.Flags, "large")
	}
	return t, nil
}

func main() {
	b := &board{last: map[string]*Tick{}}
	archive := make(chan *Tick, 4)
	var wg sync.WaitGroup
	large := 0
	wg.Add(1)
	go func() {
		defer wg.Done()
		for t := range archive {
			large += len(t.Flags)
			t.DecrementReferenceCount()
		}
	}()
	bad := 0
	for _, line := range []string{"A 10", "B 200", "A 30", "C x", "B 7", "D 500", "E"} {
		t, err := parse(line)
		if err != nil {
			bad++
			continue
		}
		b.set(t)
		archive <- t
	}
	close(archive)
	wg.Wait()
	fmt.Println(b.clear(), large, bad, ticks.Stats()["referenced"] == ticks.Stats()["returned"])
}
