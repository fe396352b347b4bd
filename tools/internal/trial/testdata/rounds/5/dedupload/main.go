// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Blob struct{ Data []byte }

type flight struct {
	done    chan struct{}
	waiters []chan rcpool.Ref[Blob] // each gets a reference of its own
	err     error
}

type Group struct {
	pool rcpool.Pool[Blob]
	load func(key string, into *Blob) error
	mu   sync.Mutex
	now  map[string]*flight
}

// Load returns a reference that the caller owns if the error is nil.
func (g *Group) Load(key string) (rcpool.Ref[Blob], error) {
	g.mu.Lock()
	if f, ok := g.now[key]; ok {
		mine := make(chan rcpool.Ref[Blob], 1)
		f.waiters = append(f.waiters, mine)
		g.mu.Unlock()
		<-f.done
		if f.err != nil {
			return rcpool.Ref[Blob]{}, f.err
		}
		return <-mine, nil
	}
	f := &flight{done: make(chan struct{})}
	g.now[key] = f
	g.mu.Unlock()

	blob := g.pool.Get()
	err := g.load(key, blob.Value())

	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.now, key)
	f.err = err
	defer close(f.done)
	if err != nil {
		blob.Release()
		return rcpool.Ref[Blob]{}, err
	}
	for _, w := range f.waiters {
		w <- blob.Retain()
	}
	return blob, nil
}

func main() {
	gate := make(chan bool)
	g := &Group{now: map[string]*flight{}}
	g.load = func(key string, into *Blob) error {
		<-gate
		if key == "bad" {
			return errors.New("not found")
		}
		into.Data = append(into.Data, key...)
		return nil
	}
	var wg sync.WaitGroup
	for i := range 12 {
		key := []string{"a", "b", "bad"}[i%3]
		wg.Go(func() {
			b, err := g.Load(key)
			if err != nil {
				return
			}
			defer b.Release()
			if string(b.Value().Data) != key {
				panic("wrong blob")
			}
		})
	}
	close(gate)
	wg.Wait()
	fmt.Println("gets", g.pool.Stats().Gets > 0, "open", g.pool.Stats().InUse)
}
