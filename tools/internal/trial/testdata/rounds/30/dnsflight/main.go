// truth: correct

// Command dnsflight is a resolver that asks upstream once for concurrent
// queries of the same name; all of them share the answer.
package main

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type answer struct {
	name  string
	addrs []string
}

func (a *answer) Reset() {
	clear(a.addrs)
	a.name, a.addrs = "", a.addrs[:0]
}

var answers = rcpool.Pool[answer]{Name: "dns.answers"}

var errNX = errors.New("no such domain")

type flight struct {
	waiters []chan rcpool.Ref[answer] // each gets a reference, or is closed
}

type resolver struct {
	mu      sync.Mutex
	flights map[string]*flight
	asked   int
}

// resolve returns an answer that the caller must release.
func (r *resolver) resolve(name string) (rcpool.Ref[answer], error) {
	r.mu.Lock()
	if f, ok := r.flights[name]; ok {
		wait := make(chan rcpool.Ref[answer], 1)
		f.waiters = append(f.waiters, wait)
		r.mu.Unlock()
		if ref, ok := <-wait; ok {
			return ref, nil
		}
		return rcpool.Ref[answer]{}, errNX
	}
	f := new(flight)
	r.flights[name] = f
	r.asked++
	r.mu.Unlock()

	ref, err := upstream(name)

	r.mu.Lock()
	delete(r.flights, name)
	waiters := f.waiters
	r.mu.Unlock()
	for _, wait := range waiters {
		if err == nil {
			wait <- ref.Retain()
		} else {
			close(wait)
		}
	}
	return ref, err
}

func upstream(name string) (rcpool.Ref[answer], error) {
	time.Sleep(5 * time.Millisecond)
	ref := answers.Get()
	a := ref.Value()
	a.name = name
	for i := range len(name) % 4 {
		a.addrs = append(a.addrs, fmt.Sprintf("10.0.0.%d", i+1))
	}
	if len(a.addrs) == 0 {
		ref.Release()
		return rcpool.Ref[answer]{}, errNX
	}
	return ref, nil
}

func main() {
	r := &resolver{flights: map[string]*flight{}}
	var wg sync.WaitGroup
	var mu sync.Mutex
	found := map[string]int{}
	for i := range 12 {
		wg.Go(func() {
			name := []string{"example", "lost", "pool"}[i%3]
			ref, err := r.resolve(name)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				found[name+"!"]++
				return
			}
			defer ref.Release()
			found[ref.Value().name] += len(ref.Value().addrs)
		})
	}
	wg.Wait()
	fmt.Println(found["lost!"], found["pool!"], found["example"] == 12)
}
