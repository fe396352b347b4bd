// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
)

type answer struct {
	key  string
	body []byte
}

func (a *answer) Reset() { a.key, a.body = "", a.body[:0] }

var answers = rcpool.Pool[answer]{Name: "answers"}

type outcome struct {
	ref rcpool.Ref[answer]
	err error
}

type flight struct {
	waiters []chan outcome
}

// A collapser lets one request for each key through to the origin.
type collapser struct {
	mu      sync.Mutex
	flights map[string]*flight
	fetch   func(key string, a *answer) error
}

// do returns the answer, of which each caller owns a reference.
func (c *collapser) do(key string) (rcpool.Ref[answer], error) {
	c.mu.Lock()
	if f, ok := c.flights[key]; ok {
		ch := make(chan outcome, 1)
		f.waiters = append(f.waiters, ch)
		c.mu.Unlock()
		out := <-ch
		return out.ref, out.err
	}
	f := &flight{}
	c.flights[key] = f
	c.mu.Unlock()

	ref := answers.Get()
	err := c.fetch(key, ref.Value())

	c.mu.Lock()
	delete(c.flights, key)
	waiters := f.waiters
	c.mu.Unlock()
	if err != nil {
		ref.Release()
		for _, ch := range waiters {
			ch <- outcome{err: err}
		}
		return rcpool.Ref[answer]{}, err
	}
	for _, ch := range waiters {
		ch <- outcome{ref: ref.Retain()}
	}
	return ref, nil
}

func main() {
	var fetches, bytes, failed atomic.Int64
	c := &collapser{flights: map[string]*flight{}}
	c.fetch = func(key string, a *answer) error {
		fetches.Add(1)
		time.Sleep(2 * time.Millisecond)
		if key == "/bad" {
			return errors.New("origin failed")
		}
		a.key = key
		a.body = append(a.body, "content of "+key...)
		return nil
	}
	var wg sync.WaitGroup
	for i := range 24 {
		wg.Go(func() {
			ref, err := c.do([]string{"/a", "/b", "/bad"}[i%3])
			if err != nil {
				failed.Add(1)
				return
			}
			defer ref.Release()
			bytes.Add(int64(len(ref.Value().body)))
		})
	}
	wg.Wait()
	fmt.Println(bytes.Load(), failed.Load(), fetches.Load() < 24, len(c.flights))
}
