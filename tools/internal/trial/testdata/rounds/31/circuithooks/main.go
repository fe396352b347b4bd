// truth: escape line 98 hard

// Command circuithooks guards a backend with a circuit breaker, and tells
// listeners afterwards what tripped it.
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type attempt struct {
	backend string
	number  int
	errs    []string
}

func (a *attempt) Reset() {
	a.backend, a.number = "", 0
	clear(a.errs)
	a.errs = a.errs[:0]
}

var attempts = rcpool.Pool[attempt]{Name: "attempts"}

type breaker struct {
	threshold int

	mu       sync.Mutex
	failures int
	open     bool
	hooks    []func() string
}

var errOpen = errors.New("circuit is open")

// afterTrip keeps f until the breaker reports.
func (b *breaker) afterTrip(f func() string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.hooks = append(b.hooks, f)
}

// report runs what was kept, and closes the circuit.
func (b *breaker) report() []string {
	b.mu.Lock()
	hooks := b.hooks
	b.hooks, b.open, b.failures = nil, false, 0
	b.mu.Unlock()
	var lines []string
	for _, f := range hooks {
		lines = append(lines, f())
	}
	return lines
}

func (b *breaker) fail() (tripped bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failures++
	if b.failures == b.threshold {
		b.open = true
		return true
	}
	return false
}

func (b *breaker) allowed() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !b.open
}

type caller struct {
	breaker *breaker
	call    func(backend string, n int) error
}

// do calls the backend until it succeeds or the circuit opens.
func (c *caller) do(backend string, tries int) error {
	ref := attempts.Get()
	defer ref.Release()
	a := ref.Value()
	a.backend = backend
	for a.number = 1; a.number <= tries; a.number++ {
		if !c.breaker.allowed() {
			return errOpen
		}
		err := c.call(backend, a.number)
		if err == nil {
			return nil
		}
		a.errs = append(a.errs, err.Error())
		if c.breaker.fail() {
			c.breaker.afterTrip(func() string {
				return fmt.Sprintf("%s tripped at try %d: %d errors", a.backend, a.number, len(a.errs))
			})
		}
	}
	return fmt.Errorf("%s: gave up after %d tries", backend, tries)
}

func main() {
	c := &caller{
		breaker: &breaker{threshold: 3},
		call: func(backend string, n int) error {
			if backend == "bad" || n < 2 {
				return fmt.Errorf("%s: refused", backend)
			}
			return nil
		},
	}
	fmt.Println(c.do("good", 3))
	fmt.Println(c.do("bad", 2))
	fmt.Println(c.do("good", 3))
	for range c.breaker.report() {
		fmt.Println("reported")
	}
	fmt.Println(c.do("good", 3))
}
