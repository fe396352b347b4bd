// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Payment struct {
	From, To string
	Cents    int
	Tags     []string
}

func (p *Payment) Reset() {
	clear(p.Tags)
	*p = Payment{Tags: p.Tags[:0]}
}

type check func(*Payment) error

func notSelf(p *Payment) error {
	if p.From == p.To {
		return errors.New("pays itself")
	}
	return nil
}

func notHuge(p *Payment) error {
	if p.Cents > 1_000_000 {
		return errors.New("too much")
	}
	return nil
}

func notTagged(tag string) check {
	return func(p *Payment) error {
		for _, t := range p.Tags {
			if t == tag {
				return errors.New("tagged " + tag)
			}
		}
		return nil
	}
}

var payments rcpool.Pool[Payment]

// verify runs all checks at once and waits for them.
func verify(p *Payment, checks ...check) error {
	errs := make([]error, len(checks))
	var wg sync.WaitGroup
	for i, c := range checks {
		wg.Add(1)
		go func() {
			defer wg.Done()
			errs[i] = c(p)
		}()
	}
	wg.Wait()
	return errors.Join(errs...)
}

func pay(from, to string, cents int, tags ...string) error {
	ref := payments.Get()
	defer ref.Release()
	p := ref.Value()
	p.From, p.To, p.Cents = from, to, cents
	p.Tags = append(p.Tags, tags...)
	if err := verify(p, notSelf, notHuge, notTagged("blocked")); err != nil {
		return fmt.Errorf("%s to %s: %w", p.From, p.To, err)
	}
	return nil
}

func main() {
	fmt.Println(pay("a", "b", 100))
	fmt.Println(pay("a", "a", 2_000_000))
	fmt.Println(pay("a", "c", 5, "gift", "blocked"))
}
