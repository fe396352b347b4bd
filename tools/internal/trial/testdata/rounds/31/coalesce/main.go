// truth: correct

// Command coalesce loads each tile of a map once, however many requests wait
// for it, and gives every waiter a reference of its own.
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type tile struct {
	x, y   int
	pixels []byte
}

func (t *tile) Reset() {
	t.x, t.y = 0, 0
	t.pixels = t.pixels[:0]
}

type key struct{ x, y int }

type result struct {
	tile rcpool.Ref[tile]
	err  error
}

type flight struct {
	waiters []chan result
}

type loader struct {
	tiles rcpool.Pool[tile]
	fetch func(key, *tile) error

	mu      sync.Mutex
	flights map[key]*flight
	loads   int
	wg      sync.WaitGroup
}

// get returns a tile that the caller owns.
func (l *loader) get(ctx context.Context, k key) (rcpool.Ref[tile], error) {
	ch := make(chan result, 1)
	l.mu.Lock()
	if f, ok := l.flights[k]; ok {
		f.waiters = append(f.waiters, ch)
	} else {
		l.flights[k] = &flight{waiters: []chan result{ch}}
		l.loads++
		l.wg.Go(func() { l.load(k) })
	}
	l.mu.Unlock()

	select {
	case r := <-ch:
		return r.tile, r.err
	case <-ctx.Done():
	}
	if l.abandon(k, ch) {
		return rcpool.Ref[tile]{}, ctx.Err()
	}
	// The answer is on its way, or has come already.
	r := <-ch
	return r.tile, r.err
}

// abandon reports whether nobody will send to ch any more.
func (l *loader) abandon(k key, ch chan result) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	f, ok := l.flights[k]
	if !ok {
		return false
	}
	for i, w := range f.waiters {
		if w == ch {
			f.waiters = append(f.waiters[:i], f.waiters[i+1:]...)
			return true
		}
	}
	return false
}

func (l *loader) load(k key) {
	ref := l.tiles.Get()
	defer ref.Release()
	ref.Value().x, ref.Value().y = k.x, k.y
	err := l.fetch(k, ref.Value())

	l.mu.Lock()
	waiters := l.flights[k].waiters
	delete(l.flights, k)
	l.mu.Unlock()
	for _, ch := range waiters {
		if err != nil {
			ch <- result{err: err}
			continue
		}
		ch <- result{tile: ref.Retain()}
	}
}

func main() {
	l := &loader{
		flights: make(map[key]*flight),
		fetch: func(k key, t *tile) error {
			time.Sleep(5 * time.Millisecond)
			if k.x < 0 {
				return errors.New("no such tile")
			}
			t.pixels = append(t.pixels, byte(k.x), byte(k.y))
			return nil
		},
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	counts := make(map[string]int)
	for i := range 24 {
		wg.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), time.Duration(i)*time.Millisecond)
			defer cancel()
			k := key{x: i%3 - 1, y: 7}
			t, err := l.get(ctx, k)
			outcome := "ok"
			if err != nil {
				outcome = err.Error()
			} else {
				if len(t.Value().pixels) != 2 {
					outcome = "torn"
				}
				t.Release()
			}
			mu.Lock()
			counts[outcome]++
			mu.Unlock()
		})
	}
	wg.Wait()
	l.wg.Wait()
	fmt.Println("torn", counts["torn"], "loads", l.loads > 0)
}
