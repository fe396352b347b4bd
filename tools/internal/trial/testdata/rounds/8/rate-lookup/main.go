// truth: leak line 55 callee
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type rates struct {
	base string
	to   map[string]float64
}

var ratePool = rcpool.Pool[rates]{
	New:   func() *rates { return &rates{to: make(map[string]float64)} },
	Reset: func(r *rates) { r.base = ""; clear(r.to) },
}

type board struct {
	mu   sync.RWMutex
	live map[string]rcpool.Ref[rates]
}

var errUnknown = errors.New("unknown currency")

// find returns the rates of a base currency, with a reference for the caller.
func (b *board) find(base string) (r rcpool.Ref[rates], err error) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	live, ok := b.live[base]
	if !ok {
		return r, fmt.Errorf("%s: %w", base, errUnknown)
	}
	return live.Retain(), nil
}

func (b *board) update(base string, to map[string]float64) {
	r := ratePool.Get()
	r.Value().base = base
	for k, v := range to {
		r.Value().to[k] = v
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if old, ok := b.live[base]; ok {
		old.Release()
	}
	b.live[base] = r
}

func (b *board) convert(cents int64, from, to string) (int64, error) {
	r, err := b.find(from)
	if err != nil {
		return 0, err
	}
	rate, ok := r.Value().to[to]
	if !ok {
		return 0, fmt.Errorf("%s to %s: %w", from, to, errUnknown)
	}
	r.Release()
	return int64(float64(cents) * rate), nil
}

func (b *board) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for k, r := range b.live {
		r.Release()
		delete(b.live, k)
	}
}

func main() {
	b := &board{live: make(map[string]rcpool.Ref[rates])}
	b.update("EUR", map[string]float64{"USD": 1.25})
	fmt.Println(b.convert(100, "EUR", "USD"))
	fmt.Println(b.convert(100, "EUR", "XXX"))
	fmt.Println(b.convert(100, "YYY", "EUR"))
	b.update("EUR", map[string]float64{"USD": 1.5})
	fmt.Println(b.convert(100, "EUR", "USD"))
	b.close()
	fmt.Println("in use:", ratePool.Stats().InUse)
}
