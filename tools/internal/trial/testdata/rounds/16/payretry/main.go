// truth: double-release line 71 plain

package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool/classic"
)

type Payment struct {
	classic.ReferenceCounter
	ID       string
	Cents    int
	Attempts int
}

var payments = classic.NewReferenceCountedPool(
	func(c classic.ReferenceCounter) classic.ReferenceCountable {
		return &Payment{ReferenceCounter: c}
	},
	func(i any) error {
		p := i.(*Payment)
		p.ID, p.Cents, p.Attempts = "", 0, 0
		return nil
	},
)

var (
	errTimeout  = errors.New("timeout")
	errDeclined = errors.New("declined")
)

type acquirer interface {
	authorize(p *Payment) error
}

type simulated struct{ calls int }

func (s *simulated) authorize(p *Payment) error {
	s.calls++
	switch {
	case p.Cents == 666:
		return errDeclined
	case s.calls%3 == 0:
		return errTimeout
	}
	return nil
}

type retrier struct {
	backend acquirer
	limit   int
	ok      int
}

func (r *retrier) pay(id string, cents int) error {
	p := payments.Get().(*Payment)
	defer p.DecrementReferenceCount()
	p.ID, p.Cents = id, cents
	for p.Attempts < r.limit {
		p.Attempts++
		err := r.backend.authorize(p)
		if err == nil {
			r.ok++
			return nil
		}
		if !errors.Is(err, errTimeout) {
			err = fmt.Errorf("payment %s: %w", p.ID, err)
			p.DecrementReferenceCount()
			return err
		}
	}
	return fmt.Errorf("payment %s: %w after %d attempts", p.ID, errTimeout, p.Attempts)
}

func main() {
	r := &retrier{backend: &simulated{}, limit: 2}
	for i, cents := range []int{100, 250, 300, 9900, 5} {
		if err := r.pay(fmt.Sprint("p", i), cents); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(r.ok)
	if err := r.pay("fraud", 666); err != nil {
		fmt.Println(err)
	}
}
